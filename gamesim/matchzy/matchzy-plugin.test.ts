import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GameServer, type Gamesim, startGamesim } from '../index.ts'
import { HttpReceiver } from '../testing/http-receiver.ts'

let sim: Gamesim
let receiver: HttpReceiver
let server: GameServer

beforeEach(async () => {
  receiver = await HttpReceiver.open()
  const settings = {
    mode: 'competitive',
    busy: 1,
    maxPlayers: 10,
    stayMinutes: 500,
    demoBytes: 5000,
    demosKept: 2,
  } as const
  sim = await startGamesim({ servers: [settings], seed: 'matchzy', epoch: Date.UTC(2026, 0, 1) })
  server = sim.servers[0] as GameServer
})

afterEach(async () => {
  await sim.close()
  await receiver.close()
})

interface RoundEnd {
  round_number: number
  round_time: number
  reason: number
  winner: { side: string; team: string }
  team1: { score: number; players: { steamid: string }[] }
  team2: { score: number; players: { steamid: string }[] }
}

function roundOf(event: object): number | undefined {
  return (event as Partial<RoundEnd>).round_number
}

/** Plays until the demo of a first match is written. */
async function playMatch(): Promise<void> {
  while (server.game.phase !== 'over') sim.advance(1000)
  sim.advance(15_000)
  await server.waitForDemos()
}

test('a match is recorded, and its demo uploaded with the headers of MatchZy', async () => {
  server.runCommandLine(`matchzy_demo_upload_url "${receiver.url}/demos"`)
  server.runCommandLine('matchzy_demo_upload_header_key X-Key; matchzy_demo_upload_header_value "s3 cret"')
  await playMatch()
  expect(receiver.received).toHaveLength(1)
  const [upload] = receiver.received
  expect(upload?.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'matchzy-matchid': '1001',
    'matchzy-mapnumber': '0',
    'x-key': 's3 cret',
  })
  const name = String(upload?.headers['matchzy-filename'])
  expect(name).toMatch(/^2026-01-01_[\d-]+_1001_de_dust2_CT_vs_TERRORIST\.dem$/)
  expect(upload?.body.toString('latin1', 0, 8)).toBe('PBDEMS2\0')
  expect(await readFile(join(server.dataDir, 'MatchZy', name))).toEqual(upload?.body)
})

test('no address: the demo stays in the folder, where only the newest are kept', async () => {
  for (let match = 0; match < 4; match++) {
    await playMatch()
    while (server.game.phase === 'over') sim.advance(1000)
  }
  expect(await readdir(join(server.dataDir, 'MatchZy'))).toHaveLength(2)
  expect(receiver.received).toHaveLength(0)
})

test('a lost upload is not repeated; the demo stays in the folder', async () => {
  server.runCommandLine(`matchzy_demo_upload_url "${receiver.url}/demos"`)
  server.faults.demoLoss = 1
  await playMatch()
  expect(await readdir(join(server.dataDir, 'MatchZy'))).toHaveLength(1)
  expect(receiver.received).toHaveLength(0)
  server.faults.demoLoss = 0
  while (server.game.phase === 'over') sim.advance(1000)
  await playMatch()
  expect(receiver.received).toHaveLength(1)
})

test('the course of a match is sent to the webhook', async () => {
  server.runCommandLine(`matchzy_remote_log_url "${receiver.url}/events"`)
  server.runCommandLine('matchzy_remote_log_header_key X-Key; matchzy_remote_log_header_value v')
  while (server.game.phase !== 'over') sim.advance(1000)
  await expect
    .poll(() => receiver.received.some(({ body }) => body.includes('series_end')), { timeout: 10_000 })
    .toBe(true)
  const events = receiver.received.map(
    ({ body }) => JSON.parse(body.toString('utf8')) as { event: string; matchid: number },
  )
  const of = (name: string) => events.filter(({ event }) => event === name)
  expect(new Set(events.map(({ matchid }) => matchid))).toEqual(new Set([1001]))
  expect(of('series_start')).toMatchObject([{ num_maps: 1, team1: { id: '', name: 'CT' } }])
  expect(of('map_vetoed').map((event) => Object.keys(event))).toEqual(
    Array(5).fill(['event', 'matchid', 'team', 'map_name']),
  )
  const map = { map_name: 'de_dust2', map_number: 1 }
  expect(of('map_picked')).toEqual([{ event: 'map_picked', matchid: 1001, team: 'team1', ...map }])
  expect(of('side_picked')).toMatchObject([{ team: 'team2', ...map, side: 't' }])
  expect(of('going_live')).toEqual([{ event: 'going_live', matchid: 1001, map_number: 0 }])
  const players = new Set(server.game.roster.playing.map(({ steamId }) => steamId))
  const rounds = of('round_end').toSorted((a, b) => (roundOf(a) ?? 0) - (roundOf(b) ?? 0))
  expect(rounds.map(roundOf)).toEqual(rounds.map((_round, index) => index + 1))
  const last = rounds.at(-1) as unknown as RoundEnd
  expect(Number.isInteger(last.reason) && last.round_time > 0).toBe(true)
  expect(last.winner.side).toMatch(/^[23]$/)
  const reported = [...last.team1.players, ...last.team2.players].map(({ steamid }) => steamid)
  expect(new Set(reported)).toEqual(players)
  const wins = (team: string) =>
    rounds.filter((round) => (round as unknown as RoundEnd).winner.team === team).length
  expect([last.team1.score, last.team2.score]).toEqual([wins('team1'), wins('team2')])
  expect(of('map_result')).toMatchObject([{ team1: { score: last.team1.score }, map_number: 0 }])
  expect(of('series_end')).toMatchObject([{ time_until_restore: 10 }])
  expect(receiver.received.every(({ headers }) => headers['x-key'] === 'v')).toBe(true)
})
