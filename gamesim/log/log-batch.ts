import type { Side } from '../game-events.ts'
import type { LogEntry } from './log-buffer.ts'
import { formatTimestamp } from './log-lines.ts'

/** What the headers tell about the server at the time of a batch. */
export interface LogContext {
  token: string
  /** What the operator's `logaddress_token_secret` makes of it; empty: the header is not sent. */
  uniqueToken: string
  address: string
  steamId: string
  map: string
  phase: string
  score: Record<Side, number>
  /** Epoch ms by the game clock. */
  at: number
  /** Game ms on the map, for the ticks. */
  gameMs: number
}

/** One POST of the HTTP log. */
export interface LogBatch {
  body: Buffer
  headers: Record<string, string>
  entries: readonly LogEntry[]
}

const ticksPerMs = 64 / 1000

/** The batch of some entries with the headers CS2 sends. */
export function buildLogBatch(entries: readonly LogEntry[], context: LogContext): LogBatch {
  const body = Buffer.from(entries.map((entry) => entry.text).join(''), 'utf8')
  const tick = Math.round(context.gameMs * ticksPerMs)
  const headers: Record<string, string> = {
    'Content-Type': 'text/plain',
    'User-Agent': 'Valve/Steam HTTP Client 1.0 (730)',
    'Content-Length': String(body.length),
    'X-Server-Instance-Token': context.token,
    'X-Server-Addr': context.address,
    'X-SteamID': context.steamId,
    'X-Timestamp': formatTimestamp(context.at),
    'X-Tick-Start': String(Math.max(0, tick - 32)),
    'X-Tick-End': String(tick),
    'X-LogBytes-BeginOffset': String(entries.at(0)?.begin ?? 0),
    'X-LogBytes-EndOffset': String(entries.at(-1)?.end ?? 0),
    'X-Game-Map': context.map,
    'X-Game-State': context.phase,
    'X-Game-ScoreCT': String(context.score.CT),
    'X-Game-ScoreT': String(context.score.TERRORIST),
    'X-Game-TeamCT': 'CT',
    'X-Game-TeamT': 'TERRORIST',
    ...(context.uniqueToken !== '' && { 'X-Server-Unique-Token': context.uniqueToken }),
  }
  return { body, headers, entries }
}
