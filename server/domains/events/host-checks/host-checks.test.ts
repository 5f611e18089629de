import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { asOperator } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import type { App } from '../../../platform/http/app.ts'
import { createEventsApp } from '../testing/events-app.ts'

let context: TestContext
let app: App
let sim: Gamesim

beforeAll(async () => {
  context = await createTestContext()
  app = await createEventsApp(context)
  sim = await startGamesim({ servers: [{ autoplay: false, rconPassword: 'right' }] })
})
afterAll(async () => {
  await sim.close()
  await app.close()
  await context.destroy()
})

async function create(): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/api/operator/host-checks', headers: asOperator })
  return answer.json<{ token: string }>().token
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const result = (token: string) => app.inject({ url: '/api/events/host-check', headers: bearer(token) })
const sendLog = (token: string, payload = 'L 11/25/2026 - 03:00:00: World triggered "x"\n') =>
  app.inject({ method: 'POST', url: `/api/events/log/${token}`, payload })

test('R2 a log that a host sends by its token is noted and not stored', async () => {
  const token = await create()
  expect((await result(token)).json()).toMatchObject({ log: null, demo: null })
  expect((await sendLog(token, 'one\n')).statusCode).toBe(200)
  expect((await sendLog(token, 'two\n')).statusCode).toBe(200)
  expect((await result(token)).json()).toMatchObject({ log: 8, demo: null })
  expect(await context.database.selectFrom('event_batches').select('id').execute()).toEqual([])
})

test('R2 the portal queries a game server of a checked host, and says what it cannot reach', async () => {
  const token = await create()
  const [game] = sim.servers
  const probe = (body: object, headers = bearer(token)) =>
    app.inject({ method: 'POST', url: '/api/events/host-check/probe', headers, payload: body })
  const target = { ip: '127.0.0.1', port: game?.port ?? 0, rcon_password: 'right' }
  expect((await probe(target)).json()).toMatchObject({ query: { ok: true }, rcon: { ok: true } })
  const refused = (await probe({ ...target, rcon_password: 'wrong' })).json()
  expect(refused).toMatchObject({ query: { ok: true }, rcon: { ok: false, problem: 'refused' } })
  expect((await probe({ ...target, port: 70_000 })).statusCode).toBe(400)
  expect((await probe(target, bearer('x'.repeat(43)))).json()).toMatchObject({ code: 'event.unknown_secret' })
})

test('R12 a token is valid for an hour, and no other secret is one', async () => {
  const token = await create()
  context.clock.advance(59 * 60_000)
  expect((await sendLog(token)).statusCode).toBe(200)
  context.clock.advance(60_000)
  expect((await sendLog(token)).statusCode).toBe(401)
  expect((await result(token)).json()).toMatchObject({ code: 'event.unknown_secret' })
  await create()
  expect(await context.database.selectFrom('host_checks').select('hash').execute()).toHaveLength(1)
})
