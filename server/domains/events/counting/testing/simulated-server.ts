import { type Counts, addCounts, zeroCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { type GameServer, type Gamesim, type ServerConfig, startGamesim } from '@clutch/gamesim/index.ts'
import { type ReceivedPost, HttpReceiver, readOffsets } from '@clutch/gamesim/testing/http-receiver.ts'
import { maxTimestampLength, readTimestamp } from '../../log-parser/timestamp.ts'
import { continueLog, forEachLine } from '../log-batch.ts'
import { type CountResult, type LogBatch, type StreamState, countBatch } from '../count-batch.ts'
import { createUnknownState } from '../stream-state.ts'

export interface SimulatedServer {
  sim: Gamesim
  server: GameServer
  receiver: HttpReceiver
}

export const epoch = Date.UTC(2026, 10, 21, 12)

/** One simulated server whose log is received, for as long as `act` takes. */
export async function withServer<Result>(
  settings: Partial<ServerConfig>,
  seed: string,
  act: (all: SimulatedServer) => Promise<Result>,
): Promise<Result> {
  const receiver = await HttpReceiver.open()
  const options = { rcon: false, logRetryMs: 1, logUrls: [`${receiver.url}/log`], ...settings }
  const sim = await startGamesim({ servers: [options], seed, epoch })
  try {
    const [server] = sim.servers
    if (!server) throw new Error('no server')
    return await act({ sim, server, receiver })
  } finally {
    await sim.close()
    await receiver.close()
  }
}

/** Plays on in steps, each of which ends a batch. */
export async function playMinutes(
  { sim, server }: SimulatedServer,
  minutes: number,
  stepMs = 60_000,
): Promise<void> {
  for (let ms = 0; ms < minutes * 60_000; ms += stepMs) {
    sim.advance(stepMs)
    await server.flushLog()
  }
}

/** Disconnects all players, so that the lines contain everything in the tally. */
export async function disconnectAll({ server }: SimulatedServer): Promise<void> {
  for (const player of server.game.roster.humans) server.disconnect(player)
  await server.flushLog()
}

export const rules = { board: null, freeForAll: false, minHumans: 2 } as const
type Rules = Pick<LogBatch, 'board' | 'freeForAll' | 'minHumans'>

/** Returns the received streams, each batch once, in the order of their positions. */
export function toStreams(received: readonly ReceivedPost[], by: Rules = rules): LogBatch[][] {
  const streams = new Map<string, Map<string, LogBatch & { at: number }>>()
  for (const batch of received) {
    const token = String(batch.headers['x-server-instance-token'])
    const [begins, ends] = readOffsets(batch)
    const at = readTimestamp(batch.body.toString('latin1', 0, maxTimestampLength))
    const stream = streams.get(token) ?? new Map<string, LogBatch & { at: number }>()
    streams.set(token, stream)
    stream.set(batch.body.toString('latin1'), {
      at,
      begins,
      ends,
      body: batch.body,
      numbered: true,
      ...by,
    })
  }
  return [...streams.values()].map((batches) => sortByPosition([...batches.values()]))
}

/** The order of places. */
export function sortByPosition<Batch extends LogBatch & { at: number }>(batches: readonly Batch[]): Batch[] {
  return batches.toSorted((a, b) => a.at - b.at || a.begins - b.begins || a.ends - b.ends)
}

export interface Totals {
  state: StreamState | null
  players: Map<string, Counts>
  missing: number
  folded: CountResult[]
}

/** Counts one stream. */
export function countAll(batches: readonly LogBatch[]): Totals {
  const totals: Totals = { state: null, players: new Map(), missing: 0, folded: [] }
  for (const batch of batches) {
    const folded = countBatch(totals.state, batch)
    totals.state = folded.after
    totals.missing += folded.missing
    totals.folded.push(folded)
    for (const { steamId, counts } of folded.players) addPlayerCounts(totals.players, steamId, counts)
  }
  return totals
}

/** The lines of a stream without what came twice. */
export function readLines(batches: readonly LogBatch[]): string[] {
  const lines: string[] = []
  let state: StreamState | null = null
  for (const batch of batches) {
    const { body, end, begunAt } = continueLog(state ?? createUnknownState(), batch)
    forEachLine(body, (line) => lines.push(line))
    state = { ...createUnknownState(), at: readTimestamp(lines.at(-1) ?? ''), end, begunAt }
  }
  return lines
}

/** What all of a server's streams count. */
export function sumTotals(streams: readonly LogBatch[][]): Record<string, Counts> {
  const players = new Map<string, Counts>()
  for (const stream of streams) {
    for (const [steamId, counts] of countAll(stream).players) addPlayerCounts(players, steamId, counts)
  }
  return Object.fromEntries(players)
}

function addPlayerCounts(players: Map<string, Counts>, steamId: string, counts: Counts): void {
  const sum = players.get(steamId) ?? zeroCounters()
  addCounts(sum, counts)
  players.set(steamId, sum)
}

/** The tally in the words of the boards. */
export function toExpectedCounts(tally: GameServer['tally']): Record<string, Counts> {
  const { players } = tally.snapshot()
  return Object.fromEntries(
    Object.entries(players).map(([steamId, player]) => [
      steamId,
      {
        ...zeroCounters(),
        kills: player.kills,
        deaths: player.deaths + player.suicides + player.bombed,
        headshots: player.headshots,
        rifleKills: player.rifleKills,
        awpKills: player.awpKills,
        pistolKills: player.pistolKills,
        clutches: player.clutches,
        clutchWins: player.clutchWins,
        wins: player.roundsWon,
        losses: player.roundsLost,
        playtimeMs: player.playtimeMs,
      },
    ]),
  )
}
