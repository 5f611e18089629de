import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isGiftCode, normalizeGiftCode } from '@clutch/contract/rules/vip/gift-codes.ts'
import { registerAccounts } from '../../domains/accounts/index.ts'
import { registerContent } from '../../domains/content/index.ts'
import type { App } from '../../platform/http/app.ts'
import { registerServers } from '../../domains/servers/index.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { createTestApp } from '../../testing/http.ts'
import { registerVip } from '../../domains/vip/index.ts'
import { type CommandLine, openCommandLine } from './testing/command-line.ts'

let context: TestContext
let app: App
let shell: CommandLine
beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  await registerServers(context, app, await registerContent(context, app))
  registerAccounts(context, app)
  registerVip(context, app)
  shell = await openCommandLine(context, app)
})
beforeEach(async () => {
  for (const table of ['gift_cards', 'privileges', 'servers', 'portal_settings'] as const)
    await context.database.deleteFrom(table).execute()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  shell.close()
})

const operator: CommandLine['operator'] = (...line) => shell.operator(...line)
const rows = async (line: string) => (await operator(line)).out.split('\n').map((row) => row.split(/ {2,}/))

test('F4 cards are made, their codes printed a line each and never again; one is made worth nothing', async () => {
  const { out } = await operator('card make --count 3 --duration 1m --batch spring')
  const codes = out.split('\n')
  expect(codes).toHaveLength(3)
  expect(codes.every((code) => isGiftCode(normalizeGiftCode(code)))).toBe(true)
  const [head, ...cards] = await rows('card list --batch spring')
  expect(head?.slice(0, 5)).toEqual(['id', 'begins', 'batch', 'duration', 'state'])
  expect(cards.map((card) => String(card[1])).toSorted()).toEqual(
    codes.map((code) => code.slice(0, 4)).toSorted(),
  )
  expect((await operator('card list')).out).not.toContain(normalizeGiftCode(codes[0] ?? '').slice(4))
  const [id] = cards[0] ?? []
  expect((await operator(`card void ${id}`)).code).toBe(0)
  expect((await rows('card list')).map((card) => String(card[4])).toSorted()).toEqual([
    'state',
    'unused',
    'unused',
    'void',
  ])
  expect((await operator('card make --count 501 --duration 1m --batch x')).err).toMatch(/request\.invalid/)
  expect((await operator('card make --count 1 --duration 3d --batch x')).err).toMatch(
    /duration: 1m \| 3m \| 1y/,
  )
})

test('F5 rows of the privilege table are added, changed, listed and removed', async () => {
  await operator(`privilege add --order 2 --content-zh 预留位 --content-en 'Reserved slot' --flags-vip 1`)
  const add = `privilege add --order 1 --content-en 'Own name' --flags-kol 2 --json`
  const { id } = JSON.parse((await operator(add)).out) as { id: string }
  expect((await rows('privilege list')).map((row) => row[1])).toEqual(['order', '1', '2'])
  const { out } = await operator(`privilege change ${id} --flags-normal 1 --content-zh 自定名 --json`)
  expect(JSON.parse(out)).toMatchObject({
    content: { zh: '自定名', en: 'Own name' },
    flags: { normal: 1, vip: 0, pro: 0, kol: 2, op: 0 },
  })
  expect((await operator(`privilege remove ${id}`)).out).toBe('done')
  expect((await operator(`privilege remove ${id}`)).err).toMatch(/privilege\.not_found/)
  expect((await operator('privilege add --order 1')).err).toMatch(/request\.invalid/)
  expect((await operator('privilege add --order 1 --content-en x --flags-vip 3')).err).toMatch(/request/)
})

test('F8 the operator sees the state of VIP on the servers and synchronises one again', async () => {
  expect((await operator('vip servers')).out).toBe('none')
  const server = `server add --name One --ip 127.0.0.1 --port 27015 --category retakes --region cn --json`
  const { out } = await operator(`${server} --rcon-password-file -`, { '-': 'secret' })
  const { id } = JSON.parse(out) as { id: string }
  const [, row] = await rows('vip servers')
  expect(row?.slice(0, 4)).toEqual([id, 'One', '0', '0'])
  expect((await operator(`vip reapply ${id}`)).code).toBe(0)
  expect((await operator('vip reapply 0195ffff-ffff-7fff-bfff-ffffffffffff')).err).toMatch(
    /server\.not_registered/,
  )
})

test('F4 F5 the settings of VIP are set by their flags and taken back by null', async () => {
  const settings = async () =>
    JSON.parse((await operator('portal show')).out) as { vip: object; vipCommands: object; features: object }
  await operator('portal set --features-categories-kol false --vip-store-url https://store.example/cards')
  await operator(`portal set --vip-commands-grant 'sm_addvip {steamid} {group} {minutes}'`)
  await operator('portal set --vip-commands-group vip-1 vip.subscribeUrl=https://pay.example')
  expect(await settings()).toMatchObject({
    features: { categories: { normal: true, kol: false } },
    vip: { storeUrl: 'https://store.example/cards', subscribeUrl: 'https://pay.example' },
    vipCommands: { group: 'vip-1', grant: 'sm_addvip {steamid} {group} {minutes}', extend: '', expire: '' },
  })
  await operator(`portal set --vip-store-url null --vip-commands-grant ''`)
  expect(await settings()).toMatchObject({ vip: { storeUrl: null }, vipCommands: { grant: '' } })
  for (const wrong of [`--vip-commands-grant 'x {steamid}; quit'`, '--vip-store-url javascript:x'])
    expect((await operator(`portal set ${wrong}`)).err).toMatch(/request\.invalid/)
})
