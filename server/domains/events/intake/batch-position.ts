import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { readTimestamp } from '../log-parser/timestamp.ts'

const lineEnd = 10
const stampMaxBytes = 30

/** The position of a batch, and the key that identifies repeats. */
export interface BatchPosition {
  /** The server run it belongs to; empty where unknown. */
  token: string
  /** The time of its first line, ms by the server's clock. */
  at: number
  /** Byte offsets in the log of a map: every map begins at 0 again, under the same token. */
  begins: number
  ends: number
  key: string
}

/**
 * Returns the position of an HTTP log batch: from its headers where all are valid, else from its time and
 * `stored`, the stored body.
 */
export function readPosition(headers: IncomingHttpHeaders, sent: Buffer, stored: Buffer): BatchPosition {
  // From the sent body: a blanked line has its time too.
  const at = readFirstTime(sent)
  const offsets = readOffsets(headers, sent)
  return offsets ? { at, ...offsets } : { token: '', at, begins: 0, ends: 0, key: hashBody(stored) }
}

/** The key of a body that has no other. */
export function hashBody(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url')
}

function readOffsets(headers: IncomingHttpHeaders, body: Buffer): Omit<BatchPosition, 'at'> | null {
  const token = headers['x-server-instance-token']
  const begins = readOffset(headers['x-logbytes-beginoffset'])
  const ends = readOffset(headers['x-logbytes-endoffset'])
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(token)) return null
  if (begins === null || ends === null || ends < begins) return null
  // Offsets that never move would make every batch a repeat of the first.
  if (ends === begins && body.length > 0) return null
  return { token, key: `${begins}-${ends}`, begins, ends }
}

function readOffset(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string' || !/^\d{1,16}$/.test(header)) return null
  const offset = Number(header)
  return Number.isSafeInteger(offset) ? offset : null
}

/** Every line of a log has a time: if the first ones have none, it is not a log. */
const maxLinesRead = 64

/** The time of the first line that has one, ms of the server's own clock; 0 where none has. */
function readFirstTime(body: Buffer): number {
  for (let start = 0, lines = 0; start < body.length && lines < maxLinesRead; lines++) {
    const end = body.indexOf(lineEnd, start)
    const at = readTimestamp(body.toString('latin1', start, Math.min(start + stampMaxBytes, body.length)))
    if (at > 0) return at
    start = end < 0 ? body.length : end + 1
  }
  return 0
}
