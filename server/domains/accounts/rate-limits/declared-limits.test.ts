import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type Call, defineCall } from '@clutch/contract/api/call.ts'
import { allCalls } from '@clutch/contract/api/index.ts'
import { describeCalls } from '@clutch/contract/api/openapi/describe-calls.ts'
import { callRateLimits, portalRateLimits } from '@clutch/contract/rules/accounts/rate-limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { createTestApp } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { signIn } from '../testing/test-users.ts'
import { tryConsumeRateLimit } from './rate-limits.service.ts'

const domains = join(import.meta.dirname, '../..')
const declared = (allCalls as readonly Call[]).flatMap(({ limits = [] }) => limits)

/** The names of limits in the source of the domains: those that a service counts itself. */
const countedByServices = new Set(
  globSync('**/*.ts', { cwd: domains, exclude: (name) => name.endsWith('.test.ts') || name === 'testing' })
    .flatMap((file) => [...readFileSync(join(domains, file), 'utf8').matchAll(/'([a-z -]+)'/g)])
    .map(([, text = '']) => text)
    .filter((text) => text in callRateLimits || text in portalRateLimits),
)

test('C20 every limit of calls is declared by a call', () => {
  expect([...new Set(declared.map(({ name }) => name))].toSorted()).toEqual(
    Object.keys(callRateLimits).toSorted(),
  )
})

test('C20 the limits that services count are those that calls leave to the domain, and the portal’s own', () => {
  const leftToDomains = declared.filter(({ by }) => by === 'domain').map(({ name }) => name)
  expect([...countedByServices].toSorted()).toEqual(
    [...new Set([...leftToDomains, ...Object.keys(portalRateLimits)])].toSorted(),
  )
})

test('C20 the description of a call names its limits, and 429 where it answers that', () => {
  const { paths } = describeCalls(allCalls, '') as {
    paths: Record<string, Record<string, { description: string; responses: object }>>
  }
  const redeem = paths['/api/vip/redeem']?.['post']
  expect(redeem).toMatchObject({
    description:
      'Who may call: a signed-in user. Beyond these limits it answers 429: 60 requests in an hour for each network address; 20 requests in an hour for each account.',
    'x-rate-limits': [
      { name: 'redeem address', times: 60, seconds: 3_600, per: 'network address', counts: 'requests' },
      { name: 'redeem account', times: 20, seconds: 3_600, per: 'account', counts: 'requests' },
    ],
    responses: { 429: { description: '`RATE_LIMIT_EXCEEDED`' } },
  })
  const login = paths['/api/auth/steam/login']?.['get']
  expect(login?.description).toContain('Beyond these limits it sends the browser on with an error: 120 ')
  expect(login?.responses).not.toHaveProperty('429')
  const unlimited = paths['/api/servers']?.['get']
  expect(unlimited).not.toHaveProperty('x-rate-limits')
  expect(unlimited?.responses).not.toHaveProperty('429')
})

const limited = defineCall({
  id: 'limited',
  method: 'POST',
  path: '/api/limited',
  who: 'user',
  tag: 'portal',
  limits: [
    { name: 'redeem address', by: 'address' },
    { name: 'redeem account', by: 'account' },
    { name: 'order account', by: 'domain' },
  ],
  summary: 'Counts',
  body: z.object({ text: z.string() }),
  reply: z.object({ done: z.int() }),
})

let context: TestContext
let app: App
let done = 0
beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  registerCall(app, limited, () => ({ done: (done += 1) }))
})
beforeEach(async () => {
  await clearAccounts(context)
  done = 0
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const counted = async () => {
  const rows = await context.database.selectFrom('rate_limits').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

test('C20 an admitted and valid request counts by address and account before the call’s work; a refused one reaches neither', async () => {
  const { userId, headers } = await signIn(context, '76561198000000001')
  const send = (payload: object, as: object = headers) =>
    app.inject({ method: 'POST', url: '/api/limited', headers: { ...as }, payload })
  expect((await send({ text: 'a' }, {})).statusCode).toBe(401)
  expect((await send({})).statusCode).toBe(400)
  expect(await counted()).toEqual([])
  expect((await send({ text: 'a' })).json()).toEqual({ done: 1 })
  expect(await counted()).toEqual(['redeem account', 'redeem address'])
  for (let left = true; left;) left = await tryConsumeRateLimit(context, 'redeem account', userId)
  const refused = await send({ text: 'a' })
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
  expect(done).toBe(1)
})

test('C20 an app without a rate limiter serves no call that declares limits', async () => {
  const bare = await createTestApp(context, { rateLimiter: undefined })
  registerCall(bare, limited, () => ({ done: (done += 1) }))
  const { headers } = await signIn(context, '76561198000000001')
  const answer = await bare.inject({ method: 'POST', url: '/api/limited', headers, payload: { text: 'a' } })
  expect([answer.statusCode, done]).toEqual([500, 0])
  await bare.close()
})
