import { afterEach, expect, test } from 'vitest'
import { type GameServer, type Gamesim, startGamesim, steamId64 } from './index.ts'
import { Asker, infoQuestion } from './testing/udp.ts'

let sim: Gamesim

afterEach(() => sim.close())

test('crash: nothing answers, no line is written; start: the same port, another instance, nobody there', async () => {
  sim = await startGamesim({ servers: [{ autoplay: false }], seed: 's' })
  const [server] = sim.servers as [GameServer]
  const { port } = server
  const asker = await Asker.open()
  server.connect({ name: 'A', steamId: steamId64(1) })
  sim.step(60_000)
  await server.crash()
  await server.crash()
  expect(await asker.ask(port, infoQuestion, 60)).toBeNull()
  await server.start()
  expect(server.port).toBe(port)
  const info = await asker.askWithChallenge(port, infoQuestion)
  expect(info?.readUInt8(4)).toBe(0x49)
  expect(server.game.roster.all).toHaveLength(0)
  expect(server.tally.player(steamId64(1))).toMatchObject({ playtimeMs: 60_000, disconnects: 0, connects: 1 })
  expect(server.tally.snapshot().crashes).toBe(1)
  asker.close()
})

test('a playing server crashes and starts in the middle of a game', async () => {
  sim = await startGamesim({ servers: 6, seed: 'crashes' })
  for (let round = 0; round < 5; round++) {
    sim.step(180_000)
    for (const server of sim.servers) await server.crash()
    sim.step(60_000)
    for (const server of sim.servers) await server.start()
  }
  sim.step(180_000)
  for (const { game, tally } of sim.servers) {
    expect(tally.snapshot().crashes).toBe(5)
    expect(game.roster.humans.length).toBeGreaterThan(0)
  }
})

test('a map change may silence A2S for a while', async () => {
  let wall = 0
  sim = await startGamesim({ servers: [{ autoplay: false }], seed: 's', wall: () => wall })
  const [server] = sim.servers as [GameServer]
  const asker = await Asker.open()
  server.faults.mapChangeSilenceMs = 3000
  server.changeMap('de_nuke')
  expect(await asker.ask(server.port, infoQuestion, 60)).toBeNull()
  wall += 3001
  expect(await asker.ask(server.port, infoQuestion)).not.toBeNull()
  asker.close()
})

test('a port that is taken is an error, and nothing stays open', async () => {
  sim = await startGamesim({ servers: [{ autoplay: false }] })
  const { port } = sim.servers[0] as GameServer
  await expect(startGamesim({ servers: 1, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('2,000 idle servers answer, each for itself', async () => {
  sim = await startGamesim({ servers: 2000, idle: true, seed: 'idle' })
  const asker = await Asker.open()
  for (const server of sim.servers) {
    const info = await asker.askWithChallenge(server.port, infoQuestion)
    const name = info?.subarray(6, info.indexOf(0, 6)).toString('utf8')
    expect(name).toBe(server.name)
  }
  asker.close()
})
