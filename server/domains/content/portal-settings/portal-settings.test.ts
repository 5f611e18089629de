import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  type PortalSettings,
  portalSettingsSchema,
} from '@clutch/contract/api/content/operator-portal-settings.ts'
import {
  type Portal,
  announcementSchema,
  defaultPortal,
  portalSchema,
} from '@clutch/contract/api/content/portal.ts'
import { defaultModerationCommands } from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import { notify } from '../../../platform/database/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { registerContent } from '../index.ts'
import { defaultRentalTexts } from '../rental-page/rental-texts.ts'
import { portalSettingsChannel } from './portal-settings.store.ts'

let context: TestContext
let apps: App[]

const openApp = async () => {
  const app = await createTestApp(context)
  await registerContent(context, app)
  apps.push(app)
  return app
}

beforeAll(async () => {
  context = await createTestContext()
  apps = []
})

beforeEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
  await context.database.deleteFrom('announcements').execute()
  await context.database.deleteFrom('portal_settings').execute()
  await openApp()
})

afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await context.destroy()
})

const app = () => {
  const [first] = apps
  if (!first) throw new Error('no app')
  return first
}
const portal = async (of = app()) => (await of.inject({ url: '/api/portal' })).json<Portal>()
const change = (payload: object) =>
  app().inject({ method: 'PATCH', url: '/api/operator/portal', headers: asOperator, payload })
const announce = (payload: object) =>
  app().inject({ method: 'POST', url: '/api/operator/announcements', headers: asOperator, payload })
const announced = async (language: string) => {
  const answer = await app().inject({ url: `/api/server/announcement?language=${language}` })
  return z
    .array(announcementSchema)
    .parse(answer.json())
    .map(({ text }) => text)
}

test('A10 the switches have their defaults until the operator changes one, down to the single switch', async () => {
  expect(portalSchema.parse(await portal())).toEqual(defaultPortal)
  await change({ features: { servers: { features: { details: false } } } })
  await change({ features: { settings: { enabled: true } }, name: '社区' })
  const { features, name } = await portal()
  expect(name).toBe('社区')
  expect(features).toEqual({
    ...defaultPortal.features,
    servers: {
      enabled: true,
      features: {
        ...defaultPortal.features.servers.features,
        details: false,
        rules: true,
        quickJoin: true,
        filters: true,
      },
    },
    settings: { ...defaultPortal.features.settings, enabled: true, profile: true, security: true },
  })
})

test('A10 a change reaches every process, and survives a restart', async () => {
  const other = await openApp()
  await change({ features: { pracc: { enabled: false } } })
  await vi.waitFor(async () => expect((await portal(other)).features.pracc.enabled).toBe(false))
  expect((await portal(await openApp())).features.pracc.enabled).toBe(false)
})

test('A10 a change whose reload failed reaches the process by itself once the database answers again', async () => {
  const { database, log } = context
  const other = await openApp()
  const warn = vi.spyOn(log, 'warn')
  await sql`alter table portal_settings rename to portal_settings_away`.execute(database)
  await notify(database, portalSettingsChannel)
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(apps.length))
  warn.mockRestore()
  await sql`alter table portal_settings_away rename to portal_settings`.execute(database)
  const value = JSON.stringify({ name: 'New' })
  await database
    .insertInto('portal_settings')
    .values({ key: 'portal', value, updated_at: new Date() })
    .execute()
  await vi.waitFor(async () => expect((await portal(other)).name).toBe('New'), { timeout: 10_000 })
})

test('A10 a switch that is new in this version has its default', async () => {
  const value = JSON.stringify({ name: 'Old', features: { servers: { enabled: false } } })
  await context.database
    .insertInto('portal_settings')
    .values({ key: 'portal', value, updated_at: new Date() })
    .execute()
  const { name, features } = await portal(await openApp())
  expect([name, features.servers.enabled, features.servers.features]).toEqual([
    'Old',
    false,
    defaultPortal.features.servers.features,
  ])
})

test('B6 links and filing number come from the operator; an unset one is not served', async () => {
  await change({ links: { discord: 'https://discord.example/x', qq: 'https://qq.example/y' } })
  await change({ links: { qq: null }, filing: { text: '备案 1', url: 'https://filing.example' } })
  expect(await portal()).toMatchObject({
    links: { discord: 'https://discord.example/x' },
    filing: { text: '备案 1', url: 'https://filing.example' },
  })
  expect((await portal()).links).not.toHaveProperty('qq')
  await change({ filing: null })
  expect((await portal()).filing).toBeNull()
})

test('a change that makes no sense is refused and changes nothing', async () => {
  const wrong = [
    { name: '' },
    { links: { discord: 'javascript:alert(1)' } },
    { links: { unknown: 'https://x.example' } },
    { features: { servers: { enabled: 'yes' } } },
    { join: 'nothing' },
    { filing: { text: 'x', url: 'ftp://x' } },
    { name: 'a\u202eb' },
    { unknown: 1 },
  ]
  for (const payload of wrong) {
    const answer = await change(payload)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'request.invalid'])
  }
  expect(await portal()).toEqual(defaultPortal)
})

test.each([
  ['PATCH', 'portal', { name: 'a\u0000b' }],
  ['PATCH', 'portal', { rules: { zh: '\ud800 x' } }],
  ['PATCH', 'portal', { links: { discord: 'https://x.example/\u0000' } }],
  ['PATCH', 'portal', { filing: { text: 'a\u0007', url: 'https://x.example' } }],
  ['POST', 'announcements', { text: { en: 'a\u0000b' } }],
  ['POST', 'announcements', { text: { zh: 'x', en: '\udc00' } }],
] as const)('%s %s refuses text no database can hold: %j', async (method, path, payload) => {
  const url = `/api/operator/${path}`
  // As text: the client of a test would repair half a character.
  const json = { ...asOperator, 'content-type': 'application/json' }
  const answer = await app().inject({ method, url, headers: json, payload: JSON.stringify(payload) })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'request.invalid'])
})

test('rules may have lines and tabs', async () => {
  const rules = { zh: '一\r\n二\n', en: '\tone' }
  expect((await change({ rules })).json()).toMatchObject({ rules })
})

test('one stored value that cannot be read leaves the others, and is not overwritten unless it is named', async () => {
  const value = JSON.stringify({ name: 'Kept', join: 'nothing', links: { qq: 'https://qq.example' } })
  await context.database
    .insertInto('portal_settings')
    .values({ key: 'portal', value, updated_at: new Date() })
    .execute()
  await openApp()
  const unchanged = { name: 'Kept', join: defaultPortal.join, links: { qq: 'https://qq.example' } }
  expect(await portal(apps.at(-1))).toMatchObject(unchanged)
  expect((await change({ name: 'New' })).json()).toMatchObject({ ...unchanged, name: 'New' })
  const { value: stored } = await context.database
    .selectFrom('portal_settings')
    .select('value')
    .where('key', '=', 'portal')
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ name: 'New', join: 'nothing' })
  expect((await change({ join: 'still nothing' })).statusCode).toBe(400)
  expect((await change({ join: 'connect' })).json()).toMatchObject({
    ...unchanged,
    name: 'New',
    join: 'connect',
  })
})

test('of two changes at once none is lost', async () => {
  const places = ['discord', 'qq', 'bilibili', 'weibo']
  await Promise.all(places.map((place) => change({ links: { [place]: `https://${place}.example` } })))
  expect(Object.keys((await portal()).links).toSorted()).toEqual(places.toSorted())
})

test('F5 each column of the privilege table has its switch', async () => {
  await change({ features: { categories: { kol: false } } })
  expect((await portal()).features.categories).toEqual({
    normal: true,
    vip: true,
    pro: true,
    kol: false,
    op: true,
  })
})

test('F4 the VIP pages are public; the VIP commands for game servers are visible only to the operator', async () => {
  const vip = { subscribeUrl: 'https://pay.example/vip', storeUrl: 'https://store.example' }
  const grant = 'sm_addvip {steamid} {group} {minutes}'
  const answer = await change({ vip, vipCommands: { grant } })
  expect(answer.json()).toMatchObject({ vip, vipCommands: { group: 'VIP', grant, extend: '', expire: '' } })
  expect((await portal()).vip).toEqual(vip)
  expect((await app().inject({ url: '/api/portal' })).body).not.toContain('sm_addvip')
  await change({ vip: { storeUrl: null }, vipCommands: { group: 'vip-1', grant: '' } })
  expect((await portal()).vip).toEqual({ ...vip, storeUrl: null })
  for (const wrong of [
    { vip: { storeUrl: 'javascript:alert(1)' } },
    { vipCommands: { grant: 'sm_addvip {steamid}; quit' } },
    { vipCommands: { group: 'two words' } },
  ])
    expect((await change(wrong)).json()).toMatchObject({ code: 'request.invalid' })
})

test("the operator reads the whole, the community's rules text too", async () => {
  await change({ rules: { zh: '规矩', en: 'Rules' } })
  const answer = await app().inject({ url: '/api/operator/portal', headers: asOperator })
  expect(portalSettingsSchema.parse(answer.json())).toEqual({
    ...defaultPortal,
    rules: { zh: '规矩', en: 'Rules' },
    vipCommands: { group: 'VIP', grant: '', extend: '', expire: '', table: 'off', serverId: 0 },
    moderationCommands: defaultModerationCommands,
    practice: defaultRentalTexts,
  })
  for (const ofOperators of ['rules', 'practice', 'vipCommands', 'moderationCommands'])
    expect(await portal()).not.toHaveProperty(ofOperators)
  expect((await app().inject({ url: '/api/operator/portal' })).statusCode).toBe(401)
  expect(answer.json<PortalSettings>().rules.zh).toBe('规矩')
})

test('B2 announcements in the language asked: by position, then the newest first', async () => {
  await announce({ text: { zh: '旧', en: 'old' } })
  context.clock.advance(1_000)
  await announce({ text: { zh: '新', en: '' } })
  context.clock.advance(1_000)
  await announce({ text: { zh: '', en: 'last' }, position: 1 })
  expect(await announced('zh')).toEqual(['新', '旧'])
  expect(await announced('en')).toEqual(['old', 'last'])
  expect((await app().inject({ url: '/api/server/announcement' })).json()).toMatchObject([
    { text: '新' },
    { text: '旧' },
  ])
  expect((await app().inject({ url: '/api/server/announcement?language=fr' })).statusCode).toBe(400)
})

test('B2 an announcement is taken down once; one without text is refused; only the operator may', async () => {
  expect((await announce({ text: { zh: ' ', en: '' } })).statusCode).toBe(400)
  const { id } = (await announce({ text: { zh: 'x', en: '' } })).json<{ id: string }>()
  const url = `/api/operator/announcements/${id}`
  expect((await app().inject({ method: 'DELETE', url })).statusCode).toBe(401)
  expect((await app().inject({ method: 'DELETE', url, headers: asOperator })).statusCode).toBe(204)
  const again = await app().inject({ method: 'DELETE', url, headers: asOperator })
  expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([404, 'announcement.not_found'])
  expect(await announced('zh')).toEqual([])
})
