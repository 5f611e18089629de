import { type IncomingMessage, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { streamHeartbeatMs } from '@clutch/contract/limits.ts'
import { registerAccounts } from '../../accounts/index.ts'
import { type TestUser, signIn } from '../../accounts/testing/test-users.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import {
  type TestReporter,
  addReporter,
  createEventsApp,
  buildBatch,
  postLog,
} from '../testing/events-app.ts'

let context: TestContext
let app: App
let server: TestReporter
let op: TestUser
const open: IncomingMessage[] = []

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  context = await createTestContext()
  app = await createEventsApp(context)
  registerAccounts(context, app)
  await app.listen({ port: 0, host: '127.0.0.1' })
})

beforeEach(async () => {
  server = await addReporter(app)
  op = await anOperator()
})

afterEach(() => {
  for (const response of open.splice(0)) response.destroy()
})

afterAll(async () => {
  vi.useRealTimers()
  await app.close()
  await context.destroy()
})

let people = 0
const anOperator = () => {
  people += 1
  return signIn(context, String(76_561_198_000_000_100n + BigInt(people)), {
    groups: ['op'],
    secondFactor: 'shown',
  })
}

/** A stream of the server's log, as an operator has it open. */
async function listen(headers: { authorization: string }) {
  const { port } = app.server.address() as AddressInfo
  const path = `/api/operator/servers/${server.id}/log`
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers }, resolve).on('error', reject)
  })
  open.push(response)
  const heard = { response, status: response.statusCode, text: '', ended: false }
  response.setEncoding('utf8').on('data', (part: string) => (heard.text += part))
  response.on('end', () => (heard.ended = true)).on('error', () => (heard.ended = true))
  return heard
}

const until = (check: () => boolean) => vi.waitUntil(check, { timeout: 10_000, interval: 10 })

let offset = 0
async function report(text: string): Promise<void> {
  const body = Buffer.from(`11/21/2026 - 14:02:07.123 - ${text}\n`)
  offset += body.length
  await postLog(app, server.secret, buildBatch('run', offset - body.length, body))
}

/** What makes an operator none any more. */
const losses: [string, () => Promise<unknown>][] = [
  [
    'blocked',
    () =>
      app.inject({
        method: 'PUT',
        url: `/api/operator/users/${op.userId}/block`,
        headers: asOperator,
        payload: { reason: 'x' },
      }),
  ],
  [
    'taken out of the operators',
    () =>
      context.database
        .deleteFrom('memberships')
        .where('steam_id', '=', op.steamId)
        .where('group_name', '=', 'op')
        .execute(),
  ],
  [
    'signed out',
    () => app.inject({ method: 'DELETE', url: `/api/account/sessions/${op.sessionId}`, headers: op.headers }),
  ],
  [
    'without a second factor',
    () => context.database.deleteFrom('second_factors').where('user_id', '=', op.userId).execute(),
  ],
]

test.each(losses)('J an operator who is %s receives no further line of a log', async (_how, lose) => {
  const [theirs, tokens] = [await listen(op.headers), await listen(asOperator)]
  await report('Started map "de_before"')
  await until(() => theirs.text.includes('de_before'))
  await lose()
  context.clock.advance(1_000)
  await report('Started map "de_after"')
  await until(() => theirs.ended)
  expect(theirs.text).not.toContain('de_after')
  await until(() => tokens.text.includes('de_after'))
  expect(tokens.ended).toBe(false)
})

test('J without new lines, the stream of a user who is not an operator ends with the next heartbeat', async () => {
  const [theirs, others] = [await listen(op.headers), await listen((await anOperator()).headers)]
  await until(() => theirs.text.includes('event: lines') && others.text.includes('event: lines'))
  await losses[0]?.[1]()
  context.clock.advance(streamHeartbeatMs)
  vi.advanceTimersByTime(streamHeartbeatMs)
  await until(() => theirs.ended)
  await until(() => others.text.endsWith('\n\n:\n\n'))
  expect(theirs.text).not.toContain('\n\n:\n\n')
  expect(others.ended).toBe(false)
})

test('J an operator has ten logs open at most, and a closed one makes room', async () => {
  const heard = await Promise.all(Array.from({ length: 12 }, () => listen(op.headers)))
  expect(heard.map(({ status }) => status).toSorted((a = 0, b = 0) => a - b)).toEqual([
    ...Array.from({ length: 10 }, () => 200),
    429,
    429,
  ])
  expect((await listen((await anOperator()).headers)).status).toBe(200)
  heard.find(({ status }) => status === 200)?.response.destroy()
  await vi.waitFor(async () => expect((await listen(op.headers)).status).toBe(200), { timeout: 10_000 })
})
