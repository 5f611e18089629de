import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { ServerInfo } from '@clutch/contract/api/servers/servers.ts'
import { type Gamesim, type ServerConfig, startGamesim } from '@clutch/gamesim/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { freePort } from '../../../testing/free-port.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { createQueryDriver } from '../query/query-driver.ts'
import { createServersApp, fetchServerList, registerTestServer } from '../testing/servers-app.ts'

let context: TestContext
let app: App
let sim: Gamesim | undefined

beforeAll(async () => {
  context = await createTestContext()
  app = await createServersApp(context, createQueryDriver({ timeoutMs: 200 }))
})

afterEach(async () => {
  await sim?.close()
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

/** A registered, simulated server with players on it, and how to query them. */
async function startServer(settings: Partial<ServerConfig>, rconPassword?: string) {
  const server = {
    crowd: 3,
    autoplay: false,
    rcon: true,
    rconPassword: 'right',
    rconFailures: 1,
    ...settings,
  }
  sim = await startGamesim({ idle: true, servers: [server] })
  const [game] = sim.servers
  if (!game) throw new Error('no server')
  const id = await registerTestServer(app, {
    port: game.port,
    ...(rconPassword && { rcon_password: rconPassword }),
  })
  await vi.waitFor(async () => expect((await fetchServerList(app)).map((one) => one.id)).toContain(id))
  const ask = async () => {
    context.clock.advance(3_000)
    return (await app.inject({ url: `/api/server/info?ip=127.0.0.1&port=${game.port}` })).json<ServerInfo>()
  }
  return { game, ask }
}

test('D14 names come from A2S when the server reports them', async () => {
  const { game, ask } = await startServer({ names: 'visible' })
  const info = await ask()
  expect(info.names).toBe('shown')
  expect(info.players.list.map(({ name }) => name).toSorted()).toEqual(
    game.game.roster.all.map(({ name }) => name).toSorted(),
  )
})

test.each(['cs2', 'source1'] as const)('D14 else from RCON, bots among them (%s)', async (rconMode) => {
  const { game, ask } = await startServer({ names: 'blank', rconMode }, 'right')
  game.connect({ name: 'Bot Vitaliy', steamId: null })
  const info = await ask()
  expect(info.names).toBe('shown')
  expect(info.players.list.map(({ name }) => name).toSorted()).toEqual(
    game.game.roster.all.map(({ name }) => name).toSorted(),
  )
  expect(info.players.list.filter(({ raw }) => raw.time !== undefined)).toHaveLength(3)
})

test('D14 without a password, or with a wrong one, they are hidden; a wrong one is tried once', async () => {
  const hidden = { names: 'hidden', players: { list: [{ name: '' }, { name: '' }, { name: '' }] } }
  const without = await startServer({ names: 'blank' })
  expect(await without.ask()).toMatchObject(hidden)
  await sim?.close()
  const { game, ask } = await startServer({ names: 'blank', rconFailures: 2 }, 'wrong')
  for (let time = 0; time < 3; time++) expect(await ask()).toMatchObject(hidden)
  const url = '/api/operator/servers'
  const servers = (await app.inject({ url, headers: asOperator })).json<{ id: string; port: number }[]>()
  const id = servers.find(({ port }) => port === game.port)?.id ?? ''
  const payload = { rcon_password: 'right' }
  await app.inject({ method: 'PATCH', url: `${url}/${id}`, headers: asOperator, payload })
  await vi.waitFor(async () => expect(await ask()).toMatchObject({ names: 'shown' }))
})

test('D14 a console that does not answer is left alone for a minute', async () => {
  const { game, ask } = await startServer({ names: 'blank', rcon: false, port: await freePort() }, 'right')
  expect(await ask()).toMatchObject({ names: 'hidden' })
  let knocks = 0
  const console = createServer((socket) => {
    knocks += 1
    socket.destroy()
  })
  console.listen(game.port, '127.0.0.1')
  await once(console, 'listening')
  expect(await ask()).toMatchObject({ names: 'hidden' })
  expect(knocks).toBe(0)
  context.clock.advance(60_000)
  expect(await ask()).toMatchObject({ names: 'hidden' })
  expect(knocks).toBe(1)
  console.close()
})

test('D14 a server that does not answer for an empty list has no players', async () => {
  const { ask } = await startServer({ crowd: 0, answersEmpty: false })
  expect(await ask()).toMatchObject({ names: 'shown', players: { list: [] } })
})

test('D14 a server that does not answer is unreachable', async () => {
  const { game, ask } = await startServer({})
  await game.crash()
  expect(await ask()).toMatchObject({ code: 'server.unreachable' })
})
