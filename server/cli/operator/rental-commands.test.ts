import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type RentalPortalFixture,
  openRentalPortal,
} from '../../domains/rentals/testing/rental-portal-fixture.ts'
import { type CommandLine, openCommandLine } from './testing/command-line.ts'
import { commands } from './commands/all-commands.ts'
import { printAnswer } from './print-answer.ts'

let shop: RentalPortalFixture
let shell: CommandLine
beforeAll(async () => {
  shop = await openRentalPortal()
  shell = await openCommandLine(shop.context, shop.app)
})
beforeEach(() => shop.clear())
afterAll(async () => {
  await shop.close()
  shell.close()
})

const operator: CommandLine['operator'] = (...line) => shell.operator(...line)
const rows = async (line: string) => (await operator(line)).out.split('\n').map((row) => row.split(/ {2,}/))

test('G19 rented servers are listed, found, shown, extended, restarted, moved and ended', async () => {
  const ann = await shop.person()
  const { number } = await shop.running(ann)
  const [head, row] = await rows(`rental list --owner ${ann.steamId}`)
  expect(head?.slice(0, 5)).toEqual(['instance_id', 'instance_name', 'owner', 'status', 'region'])
  expect(row?.slice(0, 6)).toEqual([number, 'Night owls', ann.steamId, 'RUNNING', 'ap-shanghai', 'local'])
  expect((await operator('rental list --status LOST')).out).toBe('none')
  const other = await shop.running(await shop.person())
  const first = await rows('rental list --size 1 --sort created')
  expect(first.slice(1).map(([cell]) => cell)).toEqual([other.number, '1 of 2'])
  expect((await operator(`rental list --find ${number} --kind relocatable`)).out).toContain(number)
  const shown = await operator(`rental show ${number}`)
  expect(JSON.parse(shown.out)).toMatchObject({ instances: [{ generation: 1 }], orders: [{ kind: 'new' }] })
  expect(shown.out).not.toMatch(/pass1234/)
  const { expiredate: before } = await shop.server(ann)
  expect(JSON.parse((await operator(`rental extend ${number} --hours 48`)).out)).not.toMatchObject({
    expiredate: before,
  })
  expect((await operator(`rental extend ${number}`)).err).toMatch(/missing: --hours/)
  expect((await operator(`rental move ${number} --region ap-nowhere`)).err).toMatch(/region/)
  expect(JSON.parse((await operator(`rental restart ${number}`)).out)).toMatchObject({ status: 'RESTARTING' })
  expect((await operator(`rental move ${number} --region ap-tokyo`)).err).toMatch(/rental\.locked/)
  shop.context.clock.advance(60_000)
  await shop.context.database.updateTable('rentals').set({ state: 'running' }).execute()
  expect(JSON.parse((await operator(`rental move ${number} --region ap-tokyo`)).out)).toMatchObject({
    status: 'SWITCHING',
  })
  expect(JSON.parse((await operator(`rental end ${number}`)).out)).toMatchObject({ isExpired: true })
  expect((await operator('rental end sv-000000')).err).toMatch(/rental\.not_found/)
})

test('G20 a server and a region are put under maintenance and brought back', async () => {
  const ann = await shop.person()
  const { number } = await shop.running(ann)
  await operator(`rental maintain ${number} --text-zh 换盘 --text-en 'New disk'`)
  expect(await shop.server(ann)).toMatchObject({ maintenance: { zh: '换盘', en: 'New disk' } })
  expect((await operator(`rental resume ${number}`)).out).toBe('done')
  expect(await shop.server(ann)).toMatchObject({ maintenance: null })
  await operator('region maintain ap-shanghai --text-en Upgrade')
  expect(await shop.server(ann)).toMatchObject({ maintenance: { zh: '', en: 'Upgrade' } })
  expect((await operator('region resume ap-shanghai')).out).toBe('done')
  expect(await shop.server(ann)).toMatchObject({ maintenance: null })
})

test('G23 regions and machines are listed, and a region is changed', async () => {
  const changed = await operator('region change ap-seoul --capacity 5 --recommended true --name-en Seoul')
  expect(JSON.parse(changed.out)).toMatchObject({ capacity: 5, recommended: true, used: 0 })
  const [head, ...regions] = await rows('region list')
  expect(head).toContain('capacity')
  expect(regions).toHaveLength(18)
  await operator('region change ap-seoul --capacity 0 --recommended false')
  expect((await operator('region change ap-seoul --capacity many')).err).toMatch(/capacity: a whole number/)
  const [columns] = await rows('host list')
  expect(columns).toEqual([
    'hostName',
    'driver',
    'regions',
    'classes',
    'instances',
    'used',
    'limits',
    'cordoned',
    'listed',
    'problem',
  ])
})

test('G14 updates of the game are shown, held with a reason, and released', async () => {
  const shown = async (line: string): Promise<unknown> => JSON.parse((await operator(line)).out)
  expect(await shown('game-update show')).toMatchObject({ hold: null, deadline: null })
  expect(await shown("game-update hold --reason 'plugins are broken'")).toMatchObject({
    hold: { reason: 'plugins are broken' },
  })
  expect((await operator('game-update hold')).err).toMatch(/missing: --reason/)
  expect(await shown('game-update release')).toMatchObject({ hold: null })
  expect((await operator('game-update install local')).err).toMatch(/host\.no_update_command/)
  await shown('game-update deadline --minutes 30')
  expect(await shown('game-update clear-deadline')).toMatchObject({ deadline: null })
})

test('G1 commands of the chat are listed, added, changed and removed', async () => {
  const texts = `--description-en 'Turns the knife round on' --brief-en 'Knife round'`
  const add = `command add --command !knife ${texts} --type Match --position 9000 --json`
  const { id } = JSON.parse((await operator(add)).out) as { id: string }
  const changed = await operator(`command change ${id} --brief-zh 拼刀 --is-frequent true`)
  expect(JSON.parse(changed.out)).toMatchObject({
    command: '!knife',
    description: { zh: '', en: 'Turns the knife round on' },
    brief: { zh: '拼刀', en: 'Knife round' },
    isFrequent: true,
  })
  expect((await operator('command list')).out).toContain('!knife')
  expect((await operator(`command remove ${id}`)).out).toBe('done')
  expect((await operator(`command remove ${id}`)).err).toMatch(/command\.not_found/)
})

test('G19 help tells what each takes', async () => {
  expect((await operator('help')).out).toMatch(/rental extend +Extends a rental by hours/)
  expect((await operator('rental move --help')).out).toMatch(/rental move <number>[^]*--region/)
})

test('G14 times of updates and of jobs are shown in GMT+8', () => {
  const [command] = commands.filter(({ name }) => name === 'game-update show')
  if (!command) throw new Error('no command')
  const time = Date.UTC(2026, 0, 1)
  const answer = { deadline: time, required: { checked: time }, update: { ended: time } }
  const shown = '2026-01-01 08:00:00'
  expect(JSON.parse(printAnswer(command, answer))).toEqual({
    deadline: shown,
    required: { checked: shown },
    update: { ended: shown },
  })
})

test('--help after a noun lists its commands only', async () => {
  const { out } = await operator('game-update --help')
  expect(out).toContain('game-update deadline')
  expect(out).not.toContain('rental list')
})

test('the key of the Workshop and login tokens are read from files, never from the command line', async () => {
  const key = '0123456789abcdef0123456789abcdef'
  const hasKey = async (line: string, files?: Record<string, string>) =>
    JSON.parse((await operator(`game-settings set ${line}`, files)).out) as unknown
  expect(await hasKey('--workshop-key-file -', { '-': `${key}\n` })).toMatchObject({ hasWorkshopKey: true })
  expect(await hasKey('workshopKey=null')).toMatchObject({ hasWorkshopKey: false })
  const tokens = [key, key.replace('0', '1')]
  const added = await operator('login-token add --tokens-file tokens', {
    tokens: ` ${tokens.join('\n\n')} \n`,
  })
  expect([added.code, added.err]).toEqual([0, ''])
  expect(await shop.context.database.selectFrom('login_tokens').selectAll().execute()).toHaveLength(2)
  for (const line of [
    `game-settings set --workshop-key ${key}`,
    `game-settings set workshopKey=${key}`,
    `login-token add --tokens ${key}`,
    `login-token add tokens=${key}`,
  ]) {
    const refused = await operator(line)
    expect(refused.code).toBe(1)
    expect(refused.err).not.toContain(key)
  }
})
