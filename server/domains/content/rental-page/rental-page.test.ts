import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operatorChatCommandSchema } from '@clutch/contract/api/content/operator-chat-commands.ts'
import {
  type ChatCommand,
  chatCommandSchema,
  chatCommandTypes,
} from '@clutch/contract/api/rentals/rental-page.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { registerContent } from '../index.ts'
import { defaultRentalTexts } from './rental-texts.ts'

let context: TestContext
let app: App
const apps: App[] = []

async function openApp(): Promise<App> {
  const opened = await createTestApp(context)
  apps.push(opened)
  await registerContent(context, opened)
  return opened
}

beforeAll(async () => {
  context = await createTestContext()
  // Two processes that start on a fresh database at once.
  const [first] = await Promise.all([openApp(), openApp()])
  app = first
})

afterAll(async () => {
  await Promise.all(apps.map((one) => one.close()))
  await context.destroy()
})

const listed = async () => (await app.inject('/api/scrim/commands')).json<ChatCommand[]>()
const operate = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
  app.inject({
    method,
    url: `/api/operator/commands${path}`,
    headers: asOperator,
    ...(payload && { payload }),
  })
const all = async () => (await operate('GET')).json<z.infer<typeof operatorChatCommandSchema>[]>()

test('G1 every command of the list is there once, in its order, in both languages', async () => {
  const commands = z.parse(z.array(chatCommandSchema), await listed())
  expect(commands).toHaveLength(108)
  expect(commands[0]).toMatchObject({ command: '!setup', type: 'Match', isFrequent: true })
  expect(new Set(commands.map(({ command }) => command)).size).toBe(108)
  expect(new Set(commands.map(({ type }) => type))).toEqual(new Set(chatCommandTypes))
  expect(commands.every(({ description: { zh, en } }) => zh !== '' && en !== '')).toBe(true)
})

test('G1 every common command has a brief text that fits its panel, and no other has one', async () => {
  const commands = await listed()
  const common = commands.filter(({ isFrequent }) => isFrequent)
  expect(common).toHaveLength(24)
  for (const { brief } of common) {
    expect(brief.zh).toMatch(/^\p{Script=Han}{2,6}$/u)
    expect(brief.en).toMatch(/^[A-Z][a-z -]{1,17}$/)
  }
  const none = { zh: '', en: '' }
  for (const { isFrequent, brief } of commands) if (!isFrequent) expect(brief).toEqual(none)
})

test('G1 an operator adds, changes, moves and removes commands', async () => {
  const added = await operate('POST', '', {
    command: '.noflash',
    description: { zh: '关闭闪光' },
    type: 'Practice',
    position: 0,
  })
  const command = z.parse(operatorChatCommandSchema, added.json())
  expect(command).toMatchObject({
    isFrequent: false,
    description: { zh: '关闭闪光', en: '' },
    brief: { zh: '', en: '' },
    position: 0,
  })
  expect((await listed())[0]?.command).toBe('.noflash')
  const changed = await operate('PATCH', `/${command.id}`, {
    description: { en: 'No flash' },
    brief: { zh: '免闪' },
    isFrequent: true,
    position: 9_999,
  })
  expect(changed.json()).toEqual({
    ...command,
    description: { zh: '关闭闪光', en: 'No flash' },
    brief: { zh: '免闪', en: '' },
    isFrequent: true,
    position: 9_999,
    revision: command.revision + 1,
  })
  expect((await listed()).at(-1)).toMatchObject({ command: '.noflash', isFrequent: true })
  const same = { ...changed.json<object>(), revision: command.revision + 2 }
  expect((await operate('PATCH', `/${command.id}`, {})).json()).toEqual(same)
  expect((await operate('DELETE', `/${command.id}`)).statusCode).toBe(204)
  for (const method of ['DELETE', 'PATCH'] as const) {
    const again = await operate(method, `/${command.id}`, method === 'PATCH' ? { position: 1 } : undefined)
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([404, 'command.not_found'])
  }
})

test('G1 a command that makes no sense is refused and changes nothing', async () => {
  const before = await all()
  const id = before[0]?.id ?? ''
  const good = { command: '!x', description: { zh: 'x' }, type: 'Match', position: 1 }
  const wrong = [
    { ...good, command: '' },
    { ...good, command: 'a\nb' },
    { ...good, type: 'Other' },
    { ...good, position: -1 },
    { ...good, description: { zh: ' ' } },
    { ...good, brief: { zh: '字'.repeat(41) } },
    { ...good, unknown: 1 },
  ]
  for (const payload of wrong) expect((await operate('POST', '', payload)).statusCode).toBe(400)
  for (const payload of [{ description: { zh: '', en: ' ' } }, { type: 'x' }, { id: 'x' }])
    expect((await operate('PATCH', `/${id}`, payload)).statusCode).toBe(400)
  expect(await all()).toEqual(before)
})

test('G1 what an operator removed stays away after the next start, even if it was all of it', async () => {
  for (const { id } of await all()) await operate('DELETE', `/${id}`)
  await openApp()
  expect(await listed()).toEqual([])
})

const change = (practice: object) =>
  app.inject({
    method: 'PATCH',
    url: '/api/operator/portal',
    headers: asOperator,
    payload: { practice },
  })
const infoSchema = z.object({ notices: z.array(z.string()) })
const info = async (language = 'zh') =>
  (await app.inject(`/api/scrim/info?language=${language}`)).json<object>()

test('G2 what the page says of practice servers is the operator’s: a text by itself, the bullets as a whole', async () => {
  const { lead, bullets } = defaultRentalTexts
  expect(await info()).toMatchObject({
    lead: lead.zh,
    bullets: bullets.map(({ zh }) => zh),
    supportEmail: null,
  })
  await change({ lead: { en: 'Ours' }, supportEmail: 'help@example.org' })
  await change({
    bullets: [
      { zh: '一', en: 'one' },
      { zh: '二', en: '' },
    ],
  })
  expect(await info('en')).toMatchObject({ lead: 'Ours', bullets: ['one'], supportEmail: 'help@example.org' })
  expect(await info()).toMatchObject({
    lead: lead.zh,
    bullets: ['一', '二'],
    supportEmail: 'help@example.org',
  })
  await change({ bullets: [], supportEmail: null })
  expect(await info('en')).toMatchObject({ lead: 'Ours', bullets: [], supportEmail: null })
})

test('G3 there are five notices until the operator writes others; the third names where help is', async () => {
  const notices = async (language?: string) => z.parse(infoSchema, await info(language)).notices
  expect(await notices()).toHaveLength(5)
  expect((await notices())[2]).toBe('测试期间有问题请联系管理员')
  await change({ supportEmail: 'help@example.org' })
  expect((await notices('en'))[2]).toBe('This is a beta. Something wrong? Write to help@example.org.')
  await change({ notices: [{ zh: '有事写信 {email}', en: '' }] })
  expect(await notices()).toEqual(['有事写信 help@example.org'])
  expect(await notices('en')).toEqual([])
})

test.each([
  { supportEmail: 'nobody' },
  { bullets: [{ zh: 'only' }] },
  { bullets: Array.from({ length: 13 }, () => ({ zh: '一', en: 'one' })) },
  { lead: { zh: 'x'.repeat(81) } },
  { lead: null },
  { notices: [{ zh: 'x'.repeat(201), en: '' }] },
  { notices: Array.from({ length: 13 }, () => ({ zh: '一', en: 'one' })) },
])('G2 texts that make no sense are refused and change nothing: %j', async (practice) => {
  const before = await info()
  expect((await change(practice)).json()).toMatchObject({ code: 'request.invalid' })
  expect(await info()).toEqual(before)
})
