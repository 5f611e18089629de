import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defineCall } from '@clutch/contract/api/call.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { signIn } from '../../../domains/accounts/testing/test-users.ts'
import { registerCall } from '../calls/register-call.ts'
import type { App } from '../app.ts'
import { sendRows } from './download.ts'

const whole = defineCall({
  id: 'whole',
  method: 'GET',
  path: '/api/operator/things/export',
  who: 'operator',
  area: 'any',
  tag: 'portal',
  summary: 'All things',
  row: z.object({ n: z.int() }),
})

const idle = { ...whole, id: 'idle', path: '/api/operator/things/idle' } as const

interface Thing {
  n: number
  secret: string
}

let context: TestContext
let app: App
let address: string
/** The source of the rows; the number of steps read, and whether reading has ended. */
let steps: () => AsyncGenerator<Thing[]>
let read: number
let ended: Promise<void>

beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  registerCall(app, whole, ({ reply }) => sendRows(whole, reply, steps()))
  registerCall(app, idle, ({ reply }) => sendRows(idle, reply, steps(), 50))
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(() => {
  read = 0
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const row = { n: 1, secret: 'hush' }
const inject = () => app.inject({ url: whole.path, headers: asOperator })

/** Yields `count` steps, then throws `failure` if given. */
function stepsOf(count: number, failure?: Error, size = 1): () => AsyncGenerator<Thing[]> {
  return async function* () {
    const { promise, resolve } = Promise.withResolvers<void>()
    ended = promise
    try {
      for (read = 0; read < count; read++) yield Array.from({ length: size }, () => row)
      if (failure) throw failure
    } finally {
      resolve()
    }
  }
}

test('J rows are sent one per line, following their schema, and an empty line ends them', async () => {
  steps = stepsOf(2)
  const { headers, body } = await inject()
  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(body).toBe('{"n":1}\n{"n":1}\n\n')
  steps = stepsOf(0)
  expect((await inject()).body).toBe('\n')
})

test('J what fails before the first row is refused as ever', async () => {
  steps = stepsOf(0, new PortalError('search.too_long', 'too long'))
  const { statusCode, body } = await inject()
  expect([statusCode, JSON.parse(body)]).toMatchObject([400, { code: 'search.too_long' }])
})

test('J what fails later breaks the answer off, without the line that would end it', async () => {
  steps = stepsOf(2, new PortalError('search.too_long', 'too long'))
  const response = await fetch(`${address}${whole.path}`, { headers: asOperator })
  await expect(response.text()).rejects.toThrow('terminated')
})

test('J a client that disconnects ends the read and leaves no connection', async () => {
  steps = stepsOf(1_000_000, undefined, 1_000)
  const response = await fetch(`${address}${whole.path}`, { headers: { ...asOperator, connection: 'close' } })
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await ended
  expect(read).toBeLessThan(1_000_000)
  const connections = () =>
    new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
})

test('J who loses the right to a list gets no further step of it', async () => {
  const caller = await signIn(context, '76561197960265801', { groups: ['op'], secondFactor: 'shown' })
  steps = async function* () {
    for (read = 0; read < 4; read++) {
      if (read === 2) await context.database.deleteFrom('memberships').execute()
      yield [row]
    }
  }
  const response = await fetch(`${address}${whole.path}`, { headers: caller.headers })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
  expect(read).toBe(2)
})

test('J an export that its reader does not read is ended', async () => {
  steps = stepsOf(1_000_000, undefined, 1_000)
  await fetch(`${address}${idle.path}`, { headers: asOperator })
  await ended
  expect(read).toBeLessThan(1_000_000)
})
