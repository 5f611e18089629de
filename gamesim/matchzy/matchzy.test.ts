import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startGamesim } from '../index.ts'
import type { Gamesim, GameServer } from '../index.ts'
import { Receiver } from '../testing/receiver.ts'

let sim: Gamesim
let receiver: Receiver
let server: GameServer

beforeEach(async () => {
  receiver = await Receiver.open()
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

/** Plays until the demo of a first match is written. */
async function playMatch(): Promise<void> {
  while (server.game.phase !== 'over') sim.step(1000)
  sim.step(15_000)
  await server.demosSettled()
}

test('a match is recorded, and its demo uploaded with the headers of MatchZy', async () => {
  server.console(`matchzy_demo_upload_url "${receiver.url}/demos"`)
  server.console('matchzy_demo_upload_header_key X-Key; matchzy_demo_upload_header_value "s3 cret"')
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
    while (server.game.phase === 'over') sim.step(1000)
  }
  expect(await readdir(join(server.dataDir, 'MatchZy'))).toHaveLength(2)
  expect(receiver.received).toHaveLength(0)
})

test('the course of a match is told to the webhook', async () => {
  server.console(`matchzy_remote_log_url "${receiver.url}/events"`)
  server.console('matchzy_remote_log_header_key X-Key; matchzy_remote_log_header_value v')
  while (server.game.phase !== 'over') sim.step(1000)
  await expect
    .poll(() => receiver.received.some(({ body }) => body.includes('series_end')), { timeout: 10_000 })
    .toBe(true)
  const events = receiver.received.map(
    ({ body }) => (JSON.parse(body.toString('utf8')) as { event: string }).event,
  )
  expect(new Set(events)).toEqual(
    new Set(['series_start', 'going_live', 'round_end', 'map_result', 'series_end']),
  )
  expect(receiver.received.every(({ headers }) => headers['x-key'] === 'v')).toBe(true)
})
