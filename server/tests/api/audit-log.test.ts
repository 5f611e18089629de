import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allCalls } from '@clutch/contract/api/index.ts'
import { readAuditEntries } from '../../domains/accounts/testing/audit-log-entries.ts'
import type { App } from '../../platform/http/app.ts'
import { composeApp } from '../../portal.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { asOperator, testOperatorTokenHash } from '../../testing/http.ts'
import { NamedFixtures } from './testing/named-fixtures.ts'

/** Changes that leave nothing behind which could be read before or after, and why. */
const withoutState: Record<string, string> = {
  'POST /api/operator/servers/test': 'tries an address and stores nothing',
  'POST /api/operator/inventory/test': 'tries the sign-in there; what it finds is a cache',
}

let context: TestContext
let app: App
const dataDir = mkdtempSync(join(tmpdir(), 'clutch-trails-'))

beforeAll(async () => {
  context = await createTestContext()
  context.config = { ...context.config, dataDir }
  await context.jobs.start()
  app = await composeApp(context, { page: false, operatorTokenHash: testOperatorTokenHash })
  await app.ready()
})
beforeEach(() => context.database.deleteFrom('audit_log').execute())
afterAll(async () => {
  await app.close()
  await context.destroy()
  rmSync(dataDir, { recursive: true })
})

const changedBy = allCalls.filter(({ who, method }) => who === 'operator' && method !== 'GET')
const changes = changedBy.map(({ method, path }) => `${method} ${path}`)

test('J C12 every change an operator can make tells the audit log what was before and after', () => {
  const silent = changes.filter((call) => !app.auditedCalls.has(call) && withoutState[call] === undefined)
  expect(silent).toEqual([])
  const stale = Object.keys(withoutState).filter(
    (call) => !changes.includes(call) || app.auditedCalls.has(call),
  )
  expect(stale).toEqual([])
})

/** What calls are asked with that are refused without. */
const bodies: Record<string, object> = {
  'POST /api/operator/servers/:id/rcon': { command: 'status' },
  'POST /api/operator/servers/:id/message': { text: 'hello' },
  'POST /api/operator/servers/:id/players/kick': { userId: 1, steamId: '76561197960265731' },
  'POST /api/operator/servers/:id/players/ban': { steamId: '76561197960265731', minutes: 5 },
  'POST /api/operator/servers/:id/players/moderate': { action: 'unban', steamId: '76561197960265731' },
  'POST /api/operator/sanctions/:id/comments': { text: 'x' },
  'POST /api/operator/cases/:id/comments': { text: 'x' },
  'POST /api/operator/cases/:id/close': { outcome: 'noAction' },
  'POST /api/operator/cases/:id/sanction': { kind: 'ban', reason: 'x' },
  'POST /api/operator/cases/:id/answer': { text: 'x' },
  'PATCH /api/operator/seasons/:id': { name: { zh: '二' } },
  'PUT /api/operator/users/:id/block': { reason: 'x' },
  'POST /api/operator/orders/:id/refund': { reason: 'x' },
  'POST /api/operator/order-questions/:id': { answer: 'x' },
}
const isBareId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

test('J C12 what an operator changed is identified by its name: no line of the audit log has a bare id', async () => {
  const things = await NamedFixtures.open(context, app)
  const byId = changes.filter((call) => call.includes('/:id'))
  for (const call of byId) {
    const [method = '', path = ''] = call.split(' ')
    const kind = path.split('/')[3] ?? ''
    const make = things.makers[kind]
    if (!make) throw new Error(`NamedFixtures has no fixture for ${kind}`)
    await app.inject({
      method: method as 'PUT',
      url: path.replace(':id', await make()).replace(':session', things.session),
      headers: asOperator,
      ...(method !== 'DELETE' && { payload: bodies[call] ?? {} }),
    })
  }
  const lines = await readAuditEntries(context, { limit: 200 })
  const audited = new Set(lines.map(({ action }) => action))
  const idsOf = changedBy.filter(({ path }) => path.includes('/:id')).map(({ id }) => id)
  expect(idsOf.filter((id) => !audited.has(id))).toEqual([])
  const nameless = lines.filter(
    ({ subject, subjectName }) => subject === '' || isBareId(subjectName ?? subject),
  )
  expect(nameless.map(({ action, subject }) => [action, subject])).toEqual([])
})

test('J C12 no secret gets into a line of the audit log', async () => {
  const marker = 'marker-RCON-password'
  const secrets = [marker]
  const act = async (method: 'POST' | 'PUT' | 'PATCH', path: string, payload: object = {}) => {
    const answer = await app.inject({ method, url: `/api/operator/${path}`, headers: asOperator, payload })
    expect([path, answer.statusCode]).toEqual([path, 200])
    return answer.json<Record<string, unknown>>()
  }
  const where = { ip: '8.8.8.8', port: 27015, name: 'One', category: 'deathmatch', region: 'ap-shanghai' }
  const server = await act('POST', 'servers', { ...where, rcon_password: marker })
  await act('PATCH', `servers/${String(server['id'])}`, { rcon_password: `${marker}-2`, name: 'Two' })
  secrets.push(...longWords(await act('POST', `servers/${String(server['id'])}/report-secret`)))
  const cards = await act('POST', 'gift-cards', { count: 2, duration: '1m', batch: 'spring' })
  secrets.push(...(cards['codes'] as string[]))
  await act('PUT', 'ops/76561197960265729')
  secrets.push(...longWords(await act('POST', 'ops/76561197960265729/sign-in-link')))
  const token = { name: 'Overlay', rights: {}, service: true }
  secrets.push(String((await act('POST', 'tokens', token))['secret']))
  const lines = await readAuditEntries(context, { limit: 200 })
  expect(lines).toHaveLength(7)
  expect(lines.every(({ before, after }) => before !== null || after !== null)).toBe(true)
  expect(secrets.length).toBeGreaterThan(4)
  const written = JSON.stringify(lines)
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
})

/** Returns all tokens in a response, at any depth. */
function longWords(answer: object): string[] {
  const found = JSON.stringify(answer).match(/[\w-]{43}/g) ?? []
  expect(found.length).toBeGreaterThan(0)
  return found
}
