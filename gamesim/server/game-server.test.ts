import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterEach, expect, test } from 'vitest'
import { type GameServer, type Gamesim, startGamesim, toSteamId64 } from '../index.ts'
import { A2sClient, infoRequest } from '../testing/a2s-client.ts'

let sim: Gamesim

afterEach(() => sim.close())

test('players with a newer version cannot join, those who are there stay', async () => {
  sim = await startGamesim({ servers: [{ autoplay: false, version: '1.41.9.1' }], seed: 's' })
  const [server] = sim.servers as [GameServer]
  server.connect({ name: 'A', steamId: toSteamId64(1) })
  server.faults.clientVersion = '1.41.10.0'
  expect(() => server.connect({ name: 'B', steamId: toSteamId64(2) })).toThrow(RangeError)
  server.connect({ name: 'Bot', steamId: null })
  expect(server.game.roster.all.map(({ name }) => name)).toEqual(['A', 'Bot'])
  server.faults.clientVersion = '1.41.9.1'
  server.connect({ name: 'B', steamId: toSteamId64(2) })
  expect(server.game.roster.humans).toHaveLength(2)
})

test('crash: nothing answers, no line is written; start: the same port, another instance, no players', async () => {
  sim = await startGamesim({ servers: [{ autoplay: false }], seed: 's' })
  const [server] = sim.servers as [GameServer]
  const { port } = server
  const asker = await A2sClient.open()
  server.connect({ name: 'A', steamId: toSteamId64(1) })
  sim.advance(60_000)
  await server.crash()
  await server.crash()
  expect(await asker.request(port, infoRequest, 60)).toBeNull()
  await server.start()
  expect(server.port).toBe(port)
  const info = await asker.requestWithChallenge(port, infoRequest)
  expect(info?.readUInt8(4)).toBe(0x49)
  expect(server.game.roster.all).toHaveLength(0)
  expect(server.tally.player(toSteamId64(1))).toMatchObject({
    playtimeMs: 60_000,
    disconnects: 0,
    connects: 1,
  })
  expect(server.tally.snapshot().crashes).toBe(1)
  asker.close()
})

test('a playing server crashes and starts in the middle of a game', async () => {
  sim = await startGamesim({ servers: 6, seed: 'crashes' })
  for (let round = 0; round < 5; round++) {
    sim.advance(180_000)
    for (const server of sim.servers) await server.crash()
    sim.advance(60_000)
    for (const server of sim.servers) await server.start()
  }
  sim.advance(180_000)
  for (const { game, tally } of sim.servers) {
    expect(tally.snapshot().crashes).toBe(5)
    expect(game.roster.humans.length).toBeGreaterThan(0)
  }
})

test('a map change may silence A2S for a while', async () => {
  let wall = 0
  sim = await startGamesim({ servers: [{ autoplay: false }], seed: 's', wallClock: () => wall })
  const [server] = sim.servers as [GameServer]
  const asker = await A2sClient.open()
  server.faults.mapChangeSilenceMs = 3000
  server.changeMap('de_nuke')
  expect(await asker.request(server.port, infoRequest, 60)).toBeNull()
  wall += 3001
  expect(await asker.request(server.port, infoRequest)).not.toBeNull()
  asker.close()
})

test('a port that is taken is an error, and nothing stays open', async () => {
  sim = await startGamesim({ servers: [{ autoplay: false }] })
  const { port } = sim.servers[0] as GameServer
  await expect(startGamesim({ servers: 1, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test.runIf(isProving)('2,000 idle servers answer, each for itself', async () => {
  sim = await startGamesim({ servers: 2000, idle: true, seed: 'idle' })
  const asker = await A2sClient.open()
  for (const server of sim.servers) {
    const info = await asker.requestWithChallenge(server.port, infoRequest)
    const name = info?.subarray(6, info.indexOf(0, 6)).toString('utf8')
    expect(name).toBe(server.name)
  }
  asker.close()
})
