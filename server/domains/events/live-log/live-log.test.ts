import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { LogLine, ServerLogTest } from '@clutch/contract/api/servers/operator-server-control.ts'
import { type Gamesim, startGamesim, toSteamId64 } from '@clutch/gamesim/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerTestServer } from '../../servers/testing/servers-app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { selectNewestBatchId } from './live-log.store.ts'
import { testServerLog } from './log-test.service.ts'
import { addReporter, createEventsApp, buildBatch, postLog } from '../testing/events-app.ts'

let context: TestContext
let app: App
let sim: Gamesim | undefined
const leaving: AbortController[] = []

beforeAll(async () => {
  context = await createTestContext()
  app = await createEventsApp(context)
  const publicUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  Object.assign(context.config, { publicUrl })
})

afterEach(async () => {
  for (const one of leaving.splice(0)) one.abort()
  await sim?.close()
  sim = undefined
  await context.database.deleteFrom('servers').execute()
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

/** The texts of a server's log as an operator receives them; `next` waits for a number of lines. */
async function listen(id: string) {
  const leave = new AbortController()
  leaving.push(leave)
  const url = `${context.config.publicUrl}/api/operator/servers/${id}/log`
  const response = await fetch(url, { headers: asOperator, signal: leave.signal })
  if (!response.body) throw new Error('no stream')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const lines: string[] = []
  const next = async (count: number) => {
    while (lines.length < count) {
      const { value, done } = await reader.read()
      if (done) break
      text += value
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, data] = /^event: lines\ndata: (.*)$/.exec(event) ?? []
        if (data) lines.push(...(JSON.parse(data) as { lines: LogLine[] }).lines.map((line) => line.text))
      }
    }
    return lines.splice(0, count)
  }
  return { response, next }
}

const stamped = (...texts: string[]) =>
  Buffer.from(texts.map((text) => `11/21/2026 - 14:02:07.123 - ${text}\n`).join(''))
let offset = 0
const send = (secret: string, ...texts: string[]) => {
  const body = stamped(...texts)
  offset += body.length
  return postLog(app, secret, buildBatch('run', offset - body.length, body))
}

test('J an operator sees the last lines of a log, then each new one, and none of other servers', async () => {
  const { id, secret } = await addReporter(app)
  const other = await addReporter(app)
  await send(secret, 'World triggered "Round_Start"', 'World triggered "Round_End"')
  const { next } = await listen(id)
  expect(await next(2)).toEqual(['World triggered "Round_Start"', 'World triggered "Round_End"'])
  await send(other.secret, 'Started map "de_nuke"')
  await send(secret, 'Started map "de_dust2"')
  expect(await next(1)).toEqual(['Started map "de_dust2"'])
  const second = await listen(id)
  await send(secret, 'World triggered "Match_Start" on "de_dust2"')
  expect(await next(1)).toEqual(['World triggered "Match_Start" on "de_dust2"'])
  expect((await second.next(4)).at(-1)).toBe('World triggered "Match_Start" on "de_dust2"')
})

test('J the log of a quiet server reads on from the newest batch of any server', async () => {
  const { id } = await addReporter(app)
  const other = await addReporter(app)
  const { response } = await listen(id)
  expect(response.status).toBe(200)
  const queries = vi.spyOn(context.database.getExecutor(), 'executeQuery')
  const lastStart = () =>
    queries.mock.calls.findLast(([query]) => query.sql.includes('b.id >'))?.[0].parameters[0]
  for (let batch = 0; batch < 2; batch++) {
    const before = await selectNewestBatchId(context.database)
    await vi.waitFor(
      async () => {
        await send(other.secret, 'Started map "de_nuke"')
        expect(Number(lastStart())).toBeGreaterThan(Number(before))
      },
      { timeout: 10_000, interval: 200 },
    )
  }
  queries.mockRestore()
})

test('J the live log begins with a hundred lines', async () => {
  const { id, secret } = await addReporter(app)
  for (let batch = 0; batch < 3; batch++)
    await send(secret, ...Array.from({ length: 50 }, (_, line) => `Started map "m${batch * 50 + line}"`))
  const { next } = await listen(id)
  const first = await next(100)
  expect([first.at(0), first.at(-1)]).toEqual(['Started map "m50"', 'Started map "m149"'])
})

test('J player addresses, passwords and console commands are not in the live log', async () => {
  const { id, secret } = await addReporter(app)
  const { next } = await listen(id)
  await send(
    secret,
    '"A<2><[U:1:1]><>" connected, address "203.0.113.9:27005"',
    'rcon from "198.51.100.4:5555": command "sv_password tok-door"',
    '"sv_password" = "tok-door"',
    'server_cvar: "sv_password" "tok-door"',
    '"A<2><[U:1:1]><>" entered the game',
  )
  expect(await next(2)).toEqual([
    '"A<2><[U:1:1]><>" connected, address "*.*.*.*"',
    '"A<2><[U:1:1]><>" entered the game',
  ])
})

test('J there is no log of a server that is not registered', async () => {
  const { response } = await listen('0195ffff-ffff-7fff-bfff-ffffffffffff')
  expect(response.status).toBe(404)
})

async function startServer(pace = 1) {
  sim = await startGamesim({
    servers: [{ rconPassword: 'right', autoplay: false, logBatchMs: 10 }],
    seed: 'tail',
    pace,
  })
  const [game] = sim.servers
  if (!game) throw new Error('no server')
  const id = await registerTestServer(app, { port: game.port, rcon_password: 'right' })
  return { game, id }
}

const testUrl = (id: string) => `/api/operator/servers/${id}/test-log`

test('J the feed test reports how long the first batch took', async () => {
  const { game, id } = await startServer()
  const answer = await app.inject({ method: 'POST', url: testUrl(id), headers: asOperator })
  const tested = answer.json<ServerLogTest>()
  expect([tested.delivered, tested.renewed]).toEqual([true, true])
  expect(tested.ms).toBeLessThan(8_000)
  expect(tested.commands).toContain(`logaddress_add_http "${tested.log}"`)
  expect(game.records.announcements).toEqual(['Clutch: log test'])
  const again = await app.inject({ method: 'POST', url: testUrl(id), headers: asOperator })
  expect(again.json<ServerLogTest>()).toMatchObject({ delivered: true, renewed: false, log: tested.log })
  const { next } = await listen(id)
  game.connect({ name: 'A', steamId: toSteamId64(1), address: '203.0.113.9:27005' })
  await game.flushLog()
  expect(await next(6)).toContain('"Console<0>" say "Clutch: log test"')
})

test('J a server that accepts the command but whose log does not arrive is reported', async () => {
  const { id } = await startServer()
  const { publicUrl } = context.config
  Object.assign(context.config, { publicUrl: 'http://127.0.0.1:1' })
  try {
    expect(await testServerLog(context, id, 200)).toMatchObject({ delivered: false, ms: null })
  } finally {
    Object.assign(context.config, { publicUrl })
  }
})

test('J a feed cannot be tested without a console', async () => {
  const id = await registerTestServer(app, {})
  const answer = await app.inject({ method: 'POST', url: testUrl(id), headers: asOperator })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'server.no_rcon'])
})
