import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatorAnnouncement } from '@clutch/contract/api/content/operator-announcements.ts'
import type { OperatorChatCommand } from '@clutch/contract/api/content/operator-chat-commands.ts'
import type { OperatorPortalSettings } from '@clutch/contract/api/content/operator-portal-settings.ts'
import type { Portal } from '@clutch/contract/api/content/portal.ts'
import type { App } from '../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../testing/http.ts'
import { registerContent } from './index.ts'

/**
 * For the console, apart from the settings: edits by two operators at once, and new content on the portal.
 */
let context: TestContext
let app: App
const acts: unknown[] = []

beforeAll(async () => {
  context = await createTestContext()
})
beforeEach(async () => {
  await context.database.deleteFrom('announcements').execute()
  await context.database.deleteFrom('portal_settings').where('key', '!=', 'commands_filled').execute()
  await app?.close()
  acts.length = 0
  app = await createTestApp(context, { onOperatorAction: async (act) => void acts.push(act) })
  await registerContent(context, app)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const operate = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  app.inject({ method, url: `/api/operator/${path}`, headers: asOperator, ...(payload && { payload }) })
const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code: string }>().code
const readItem = async (path: string) => (await app.inject(path)).json<unknown>()
const portal = async () => (await app.inject('/api/portal')).json<Portal>()
const whole = async () => (await operate('GET', 'portal')).json<OperatorPortalSettings>()

test('B2 an announcement is reworded and moved in place; the second of two operators gets a conflict', async () => {
  const announce = async (zh: string) =>
    (await operate('POST', 'announcements', { text: { zh } })).json<OperatorAnnouncement>()
  const old = await announce('旧')
  context.clock.advance(1_000)
  await announce('新')
  const { id, revision } = old
  const change = { text: { en: 'old' }, position: -5, revision }
  const changed = await operate('PATCH', `announcements/${id}`, change)
  expect(changed.json()).toEqual({
    ...old,
    text: { zh: '旧', en: 'old' },
    position: -5,
    revision: revision + 1,
  })
  expect(await readItem('/api/server/announcement')).toMatchObject([{ text: '旧' }, { text: '新' }])
  for (const late of [
    await operate('PATCH', `announcements/${id}`, { text: { zh: '迟' }, revision }),
    await operate('DELETE', `announcements/${id}?revision=${revision}`),
  ])
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'edit.conflict'])
  const empty = await operate('PATCH', `announcements/${id}`, { text: { zh: ' ', en: '' } })
  expect(codeOf(empty)).toBe('request.invalid')
  expect(codeOf(await operate('PATCH', `announcements/${randomUUIDv7()}`, {}))).toBe('announcement.not_found')
  expect(await readItem('/api/server/announcement')).toMatchObject([{ text: '旧' }, { text: '新' }])
  expect((await operate('DELETE', `announcements/${id}?revision=${revision + 1}`)).statusCode).toBe(204)
})

test('G1 of two operators who change one command the second gets a conflict', async () => {
  const [first] = (await operate('GET', 'commands')).json<OperatorChatCommand[]>()
  if (!first) throw new Error('no commands')
  const { id, revision } = first
  const changed = await operate('PATCH', `commands/${id}`, { isFrequent: false, revision })
  expect(changed.json()).toMatchObject({ isFrequent: false, revision: revision + 1 })
  for (const late of [
    await operate('PATCH', `commands/${id}`, { isFrequent: true, revision }),
    await operate('DELETE', `commands/${id}?revision=${revision}`),
  ])
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'edit.conflict'])
  expect((await operate('PATCH', `commands/${id}`, { isFrequent: true })).statusCode).toBe(200)
})

test('A10 of two operators who change the portal the second gets a conflict, and none of their changes is saved', async () => {
  const { revision } = await whole()
  expect(revision).toBe(0)
  const first = await operate('PATCH', 'portal', { name: '先', revision })
  expect(first.json()).toMatchObject({ name: '先', revision: 1 })
  const late = await operate('PATCH', 'portal', { name: '迟', rules: { zh: '迟' }, revision })
  expect([late.statusCode, codeOf(late)]).toEqual([409, 'edit.conflict'])
  expect(await whole()).toMatchObject({ name: '先', rules: { zh: '' }, revision: 1 })
  const rules = await operate('PATCH', 'portal', { rules: { zh: '规矩' }, revision: 1 })
  expect(rules.json()).toMatchObject({ rules: { zh: '规矩' }, revision: 2 })
})

test('C12 a change of the portal records the previous values', async () => {
  await operate('PATCH', 'portal', { name: '夜猫' })
  expect(acts).toMatchObject([{ before: { name: 'CLUTCH' }, after: { name: '夜猫' } }])
})

test('the maintenance banner is shown on every page until an operator ends it', async () => {
  expect((await portal()).maintenance).toBeNull()
  const maintenance = { zh: '今晚维护', en: '' }
  await operate('PATCH', 'portal', { maintenance })
  expect((await portal()).maintenance).toEqual(maintenance)
  const reworded = { zh: '维护至 3 点', en: 'Until 3' }
  await operate('PATCH', 'portal', { maintenance: reworded })
  expect((await portal()).maintenance).toEqual(reworded)
  for (const wrong of [{ zh: ' ', en: '' }, { zh: 'x' }, { zh: 'x'.repeat(301), en: '' }, 'x'])
    expect((await operate('PATCH', 'portal', { maintenance: wrong })).statusCode).toBe(400)
  await operate('PATCH', 'portal', { maintenance: null })
  expect((await portal()).maintenance).toBeNull()
})

test('B5 J3 the inventory has no note and is for vip, pro, kol and op, until the operator says otherwise', async () => {
  expect((await portal()).inventory).toEqual({
    note: { zh: '', en: '' },
    groups: ['vip', 'pro', 'kol', 'op'],
  })
  await operate('PATCH', 'portal', { inventory: { note: { zh: '试运行' } } })
  await operate('PATCH', 'portal', { inventory: { groups: ['op'] } })
  expect((await portal()).inventory).toEqual({ note: { zh: '试运行', en: '' }, groups: ['op'] })
  for (const wrong of [{ groups: ['normal'] }, { note: { zh: 'x'.repeat(61) } }, { note: { en: 'a\nb' } }])
    expect((await operate('PATCH', 'portal', { inventory: wrong })).statusCode).toBe(400)
})
