import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { Anomaly, PlayerCounts } from '../processing/counted-batch.ts'
import { maxLineLength } from '../log-parser/log-parser.ts'
import { maxTimestampLength, readTimestamp } from '../log-parser/timestamp.ts'
import type { StreamState } from './stream-state.ts'

/** A batch of a stream, with the rules it is counted by. */
export interface LogBatch {
  begins: number
  ends: number
  body: Buffer
  /** False: there are no offsets, the place is a time, and nothing is known to be missing. */
  numbered: boolean
  board: BoardMode | null
  freeForAll: boolean
  minHumans: number
}

export interface ChatMessage {
  steamId: string
  name: string
  text: string
  toTeam: boolean
}

/** A player whom a line shows on the server, unless the lines before showed them too. */
export interface PlayerArrival {
  steamId: string
  name: string
  /** IPv4; null where the line that shows them has none. */
  address: string | null
}

export interface CountResult {
  after: StreamState
  /** Every player who was named or credited; amounts may be negative where presumed ones are subtracted. */
  players: PlayerCounts[]
  anomalies: Anomaly[]
  /** Bytes that are missing right before the batch. */
  missing: number
  chat: ChatMessage[]
  arrivals: PlayerArrival[]
}

const lineEnd = 10

/** How a batch continues the counted log. */
export interface LogContinuation {
  /** What of it is new. */
  body: Buffer
  /** Bytes between the counted part and the batch. */
  missing: number
  /** Whether a log begins with it, and maybe a map. */
  isAnew: boolean
  /** What `end` and `begunAt` are behind it. */
  end: number
  begunAt: number | null
}

/**
 * Returns what a batch adds to a stream. The server restarts its log and offsets at every map, under the same
 * token. So a batch from before `end` is a repeat only if its first line is no newer than the last one
 * counted.
 */
export function continueLog({ end, at, begunAt }: StreamState, batch: LogBatch): LogContinuation {
  const isFirst = at === null && end === 0
  const { begins, ends, body, numbered } = batch
  if (!numbered) return { body, missing: 0, isAnew: false, end: 0, begunAt: null }
  const first = readFirstTimestamp(body)
  const isAnew =
    begins === 0 ? first !== begunAt : begins < end && first !== null && first > (at ?? -Infinity)
  const counted = isAnew ? 0 : end
  return {
    body: isAnew ? body : cutCovered(batch, end),
    // Bytes written before the portal received the log are not missing.
    missing: isFirst ? 0 : Math.max(0, begins - counted),
    isAnew,
    end: Math.max(counted, ends),
    begunAt: begins === 0 ? first : isAnew ? null : begunAt,
  }
}

/** Covered bytes are cut off, at a line's end. A body of another length than its offsets say is covered wholly or not. */
function cutCovered({ begins, ends, body }: LogBatch, end: number): Buffer {
  if (begins >= end) return body
  if (ends <= end) return body.subarray(body.length)
  if (body.length !== ends - begins) return body
  const next = body.indexOf(lineEnd, end - begins - 1)
  return body.subarray(next < 0 ? body.length : next + 1)
}

/** The stamp of the first line; null where it has none. */
function readFirstTimestamp(body: Buffer): number | null {
  const at = readTimestamp(body.toString('latin1', 0, maxTimestampLength))
  return Number.isNaN(at) ? null : at
}

/** Hands on every line that a game may have written. */
export function forEachLine(body: Buffer, read: (line: string) => void): void {
  const text = body.toString('utf8')
  for (let from = 0, to = 0; from < text.length; from = to + 1) {
    to = text.indexOf('\n', from)
    if (to < 0) to = text.length
    let end = to
    while (end > from && isTrailing(text.charCodeAt(end - 1))) end -= 1
    if (end - from <= maxLineLength) read(text.slice(from, end))
  }
}

/** Of the line's end, or a zero behind the whole body. */
function isTrailing(code: number): boolean {
  return code === 13 || code === 0
}
