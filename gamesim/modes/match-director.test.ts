import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GameServer, type Gamesim, type ServerConfig, startGamesim, toSteamId64 } from '../index.ts'
import { simulatedModes } from '../server/server-config.ts'
import { uniqueLines, HttpReceiver } from '../testing/http-receiver.ts'
import { recountLog } from '../testing/log-recount.ts'
import { recountClutches } from '../testing/clutch-recount.ts'
import { toSteamTag } from '../game/player.ts'
import { createPerson } from '../players/population.ts'

let sim: Gamesim
let receiver: HttpReceiver

beforeEach(async () => {
  receiver = await HttpReceiver.open()
})

afterEach(async () => {
  await sim.close()
  await receiver.close()
})

async function oneServer(more: Partial<ServerConfig>, seed = 'play'): Promise<GameServer> {
  const settings = { logUrls: [`${receiver.url}/log`], logRetryMs: 1, ...more }
  sim = await startGamesim({ servers: [settings], seed, epoch: Date.UTC(2026, 0, 1) })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  return server
}

/** Plays on and lets everyone leave, so that the lines say all there is to say. */
async function play(server: GameServer, minutes: number): Promise<void> {
  sim.advance(minutes * 60_000)
  for (const player of server.game.roster.humans) server.disconnect(player)
  await server.flushLog()
}

/** The tally in the words of the recount. */
function readScores(server: GameServer) {
  const { players } = server.tally.snapshot()
  return new Map(
    Object.entries(players).map(([steamId, player]) => [
      steamId,
      {
        kills: player.kills,
        deaths: player.deaths,
        headshots: player.headshots,
        rifleKills: player.rifleKills,
        awpKills: player.awpKills,
        pistolKills: player.pistolKills,
        vsBots: player.vsBots.kills,
        warmupKills: player.warmup.kills,
        teamKills: player.teamKills,
        suicides: player.suicides,
        bombed: player.bombed,
        roundsWon: player.roundsWon,
        roundsLost: player.roundsLost,
        connects: player.connects,
        chatLines: player.chatLines,
        playtimeMs: player.playtimeMs,
      },
    ]),
  )
}

describe.each(simulatedModes)('%s', (mode) => {
  test('the tally equals a naive recount of the lines', async () => {
    const server = await oneServer({
      mode,
      bots: 6,
      busy: 0.7,
      stayMinutes: 8,
      mapMinutes: 10,
      maxPlayers: 12,
    })
    await play(server, 60)
    expect(recountLog(receiver.lines)).toEqual(readScores(server))
    const { players, maps } = server.tally.snapshot()
    const clutches = Object.entries(players).filter(([, player]) => player.clutches > 0)
    expect(recountClutches(receiver.lines)).toEqual(
      Object.fromEntries(
        clutches.map(([steamId, one]) => [toSteamTag(steamId), [one.clutches, one.clutchWins]]),
      ),
    )
    expect(Object.values(players).reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(50)
    expect(new Set(maps).size).toBeGreaterThan(1)
  })
})

test('repeated, torn and overtaken batches put in order hold the same truth', async () => {
  const server = await oneServer({ mode: 'retakes', bots: 4, logBatchMs: 20_000 })
  Object.assign(server.faults, { logRepeat: 0.3, logTear: 0.2, logReorder: 0.2 })
  for (let minute = 0; minute < 20; minute++) {
    sim.advance(60_000)
    await server.flushLog()
  }
  await play(server, 1)
  expect(receiver.lines).not.toEqual(uniqueLines(receiver.received))
  expect(recountLog(uniqueLines(receiver.received))).toEqual(readScores(server))
})

test('what dropped batches held is what is missing', async () => {
  const server = await oneServer({ mode: 'dm', logBatchMs: 20_000 })
  server.faults.logDrop = 0.2
  for (let minute = 0; minute < 20; minute++) {
    sim.advance(60_000)
    await server.flushLog()
  }
  const counted = recountLog(receiver.lines)
  const missing = Object.entries(server.tally.snapshot().players).map(([steamId, truth]) => {
    const got = counted.get(steamId) ?? { kills: 0, headshots: 0 }
    return { steamId, kills: truth.kills - got.kills, headshots: truth.headshots - got.headshots }
  })
  const lost = missing.map(({ steamId }) => {
    const { kills, headshots } = server.lostTally.player(steamId)
    return { steamId, kills, headshots }
  })
  expect(lost.some(({ kills }) => kills > 0)).toBe(true)
  expect(missing).toEqual(lost)
})

test('the same seed plays the same game, another seed another one, in steps of any size', async () => {
  const lines: string[][] = []
  for (const [seed, step] of [
    ['one', 600_000],
    ['one', 997],
    ['two', 600_000],
  ] as const) {
    receiver.received.length = 0
    const server = await oneServer({ mode: 'retakes', bots: 3 }, seed)
    for (let now = 0; now < 600_000; now += step) sim.advance(Math.min(step, 600_000 - now))
    await server.flushLog()
    lines.push(receiver.lines)
    await sim.close()
  }
  const [first, again, other] = lines
  expect(first?.length).toBeGreaterThan(100)
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
})

test('retakes have clutches, some of them won; competitive ends at 13 or 12:12', async () => {
  const server = await oneServer({ mode: 'retakes', maxPlayers: 10, busy: 0.9 })
  sim.advance(3_600_000)
  const players = Object.values(server.tally.snapshot().players)
  const sum = (key: 'clutches' | 'clutchWins' | 'roundsWon') =>
    players.reduce((total, one) => total + one[key], 0)
  expect(sum('clutches')).toBeGreaterThan(sum('clutchWins'))
  expect(sum('clutchWins')).toBeGreaterThan(0)
  expect(sum('roundsWon')).toBeGreaterThan(0)
  await sim.close()
  receiver.received.length = 0
  const match = await oneServer({ mode: 'competitive', maxPlayers: 10, busy: 1, stayMinutes: 500 })
  await play(match, 60)
  const ends = receiver.lines.flatMap(
    (line) => / score (\d+):(\d+) after \d+ min$/.exec(line)?.slice(1, 3) ?? [],
  )
  expect(ends.length).toBeGreaterThan(0)
  expect(ends.some((score) => score === '13' || score === '12')).toBe(true)
})

test('a bomb takes people along, as deaths of their own', async () => {
  const server = await oneServer({ mode: 'retakes', busy: 0.8, maxPlayers: 12 })
  await play(server, 60)
  const deaths = Object.values(server.tally.snapshot().players).reduce((sum, { bombed }) => sum + bombed, 0)
  expect(deaths).toBeGreaterThan(0)
  expect(
    receiver.lines.filter((line) => line.endsWith('was killed by the bomb.')).length,
  ).toBeGreaterThanOrEqual(deaths)
})

test.each(['retakes', 'competitive'] as const)(
  'a %s match with an empty side, and a restarted one, are reported as they are counted',
  async (mode) => {
    const server = await oneServer({ mode, maxPlayers: 10, busy: 0.3, stayMinutes: 6, mapMinutes: 60 })
    for (let time = 0; time < 20; time++) {
      sim.advance(300_000)
      if (time % 4 === 3) server.runCommandLine('mp_restartgame 1')
      for (const player of time % 2 === 0 ? server.game.roster.side('CT') : []) server.disconnect(player)
    }
    await play(server, 5)
    const matches = receiver.lines.filter((line) => line.includes('"Match_Start"')).length
    expect(matches).toBeGreaterThan(3)
    expect(recountLog(receiver.lines)).toEqual(readScores(server))
  },
)

test('forgers come under names that hold a second identity, and only when they are asked for', async () => {
  const isForged = (line: string) => /(<\d+><(\[U:1:\d+\]|BOT)>.*){2}connected, address/.test(line)
  const server = await oneServer({ mode: 'dm', forgers: true })
  await play(server, 60)
  expect(receiver.lines.filter(isForged).length).toBeGreaterThan(0)
  await sim.close()
  receiver.received.length = 0
  await play(await oneServer({ mode: 'dm' }), 60)
  expect(receiver.lines.filter(isForged)).toEqual([])
})

test('without humans the server sleeps: no bots, no lines; the next human wakes it', async () => {
  const server = await oneServer({ mode: 'dm', busy: 0, bots: 4 })
  sim.advance(600_000)
  expect(server.runCommandLine('status')).toContain('0 humans, 0 bots (16 max) (hibernating)')
  const player = server.connect({ name: 'A', steamId: toSteamId64(1) })
  sim.advance(300_000)
  expect(server.game.roster.bots).toHaveLength(3)
  expect(server.tally.player(toSteamId64(1)).vsBots.kills).toBeGreaterThan(0)
  server.disconnect(player)
  sim.advance(1000)
  const { length } = server.game.roster.all
  expect(length).toBe(0)
  sim.advance(60_000)
  await server.flushLog()
  const written = receiver.lines.length
  sim.advance(3_600_000)
  await server.flushLog()
  expect(receiver.lines.length - written).toBeLessThan(5)
})

test('players type commands only when enabled', async () => {
  const server = await oneServer({ mode: 'dm', chatCommands: [] })
  await play(server, 60)
  expect(receiver.lines.some((line) => line.includes('say "!'))).toBe(false)
  await sim.close()
  const silent = await oneServer({ mode: 'dm', chatCommands: ['!bind'] })
  await play(silent, 60)
  expect(receiver.lines.some((line) => line.endsWith('say "!bind"'))).toBe(true)
})

test('a paced game moves by itself', async () => {
  sim = await startGamesim({ servers: [{ mode: 'dm' }], seed: 'pace', pace: 3600 })
  await expect.poll(() => sim.servers[0]?.tally.snapshot().matches, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(sim.now()).toBeGreaterThan(5000)
})

test('people are the same in every run, each with an account of their own', () => {
  expect(createPerson(0).steamId).toBe(toSteamId64(2_030_000_000))
  expect(createPerson(17)).toEqual(createPerson(17))
  expect(new Set(Array.from({ length: 600 }, (_, number) => createPerson(number).steamId)).size).toBe(600)
})

test('a person is on one server at a time', async () => {
  sim = await startGamesim({ servers: 12, seed: 'many' })
  for (let minute = 0; minute < 30; minute++) {
    sim.advance(60_000)
    const ids = sim.servers.flatMap(({ game }) => game.roster.humans.map(({ steamId }) => steamId))
    expect(new Set(ids).size).toBe(ids.length)
  }
})

test('who is banned does not come back by themselves before their minutes are over', async () => {
  sim = await startGamesim({ servers: [{ mode: 'dm', busy: 0.5, stayMinutes: 2 }], seed: 'banned' })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  sim.advance(5 * 60_000)
  const banned = new Set(server.game.roster.humans.map(({ steamId }) => steamId))
  for (const steamId of banned) server.runCommandLine(`css_addban ${steamId} 60`)
  sim.advance(5_000)
  expect(server.game.roster.humans).toEqual([])
  const met = new Set<string | null>()
  server.game.listeners.push((gameEvent) => {
    if (gameEvent.kind === 'connected') met.add(gameEvent.player.steamId)
  })
  sim.advance(50 * 60_000)
  expect(met.size).toBeGreaterThan(20)
  expect([...met].filter((steamId) => banned.has(steamId))).toEqual([])
  sim.advance(600 * 60_000)
  expect([...met].some((steamId) => banned.has(steamId))).toBe(true)
})
