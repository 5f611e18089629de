import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { registerContent } from '../index.ts'

let context: TestContext
let app: App

beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  await registerContent(context, app)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const change = (payload: object) =>
  app.inject({ method: 'PATCH', url: '/api/operator/portal', headers: asOperator, payload })
const framed = async () => {
  const { headers } = await app.inject('/api/portal')
  return /frame-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]
}

test('F3 the page can be installed under the community’s name, with its icons and VIP as a shortcut', async () => {
  await change({ name: '夜猫社区', features: { servers: { enabled: false } } })
  const { headers, ...answer } = await app.inject('/api/portal/manifest')
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/)
  expect(answer.json()).toMatchObject({ name: '夜猫社区', start_url: '/', display: 'standalone' })
  const { icons, shortcuts } = answer.json<{ icons: { sizes: string }[]; shortcuts: object[] }>()
  expect(icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512'])
  expect(shortcuts).toEqual([{ name: 'VIP', url: '/vip' }])
})

test('F4 a purchase page elsewhere may be framed once the operator named it, its site alone', async () => {
  expect(await framed()).toBe("'self'")
  await change({ vip: { subscribeUrl: 'https://pay.example.org/vip?from=us' } })
  expect(await framed()).toBe("'self' https://pay.example.org")
  await change({ vip: { subscribeUrl: null } })
  expect(await framed()).toBe("'self'")
})

test.each([
  'javascript:alert(1)',
  'https://a.example;script-src',
  'https://a.example; script-src *',
  "https://a.example' x",
  'https://',
  'ftp://a',
  'https://a.test:99999',
  'https://*',
  'https://*.a.test',
  'https://%2A',
  'https://a%3Bscript-src',
  'https://[::1',
])('F4 %s is no purchase page', async (subscribeUrl) => {
  expect((await change({ vip: { subscribeUrl } })).statusCode).toBe(400)
  expect(await framed()).toBe("'self'")
})

const badStored = {
  name: 'Kept',
  vip: { subscribeUrl: 'https://a.test:99999', storeUrl: 'https://store.example' },
  links: { qq: 'https://*', discord: 'https://d.example' },
  filing: { text: 'x', url: 'https://a.test:99999' },
  practice: { bullets: [{ zh: 1 }] },
  maintenance: 'soon',
}

test('A10 a portal with bad stored settings serves every page, names them in the log, and each can be corrected by itself', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const row = { key: 'portal', value: JSON.stringify(badStored), updated_at: new Date() }
  await context.database.deleteFrom('portal_settings').execute()
  await context.database.insertInto('portal_settings').values(row).execute()
  const second = await createTestApp({ ...context, log })
  await registerContent({ ...context, log }, second)
  const set = (payload: object) =>
    second.inject({ method: 'PATCH', url: '/api/operator/portal', headers: asOperator, payload })
  expect((await second.inject('/api/portal')).json()).toMatchObject({
    name: 'Kept',
    vip: { subscribeUrl: null, storeUrl: 'https://store.example' },
    links: { discord: 'https://d.example' },
    filing: null,
    maintenance: null,
  })
  const getLoggedSettings = () => (JSON.parse(lines.at(-1) ?? '{}') as { settings?: string }).settings
  expect(getLoggedSettings()).toBe('links.qq, filing.url, vip.subscribeUrl, maintenance, practice.bullets')
  expect((await set({ vip: { subscribeUrl: null } })).statusCode).toBe(200)
  expect((await set({ links: { qq: null } })).statusCode).toBe(200)
  expect((await set({ maintenance: null, practice: { bullets: [] } })).statusCode).toBe(200)
  expect(getLoggedSettings()).toBe('filing.url')
  expect((await set({ filing: { text: 'y', url: 'https://*' } })).statusCode).toBe(400)
  expect((await set({ filing: { text: 'y', url: 'https://f.example' } })).json()).toMatchObject({
    name: 'Kept',
    filing: { text: 'y', url: 'https://f.example' },
    links: { discord: 'https://d.example' },
  })
  await second.close()
})
