import type { Queries } from '../../../platform/database/index.ts'
import { maxNameLength, sanitizeText } from '../counting/sanitize-text.ts'
import { selectBatchesBetween } from './log-excerpts.store.ts'
import { type LogEvent, type LogPlayer, parseLine } from '../log-parser/log-parser.ts'

/** A player of a log line; `steamId` is null for a bot. */
export interface ExcerptPlayer {
  steamId: string | null
  name: string
}

/** A line that matters for moderation, and when it came about: the clock of a game server may be wrong. */
export type ExcerptLine = { at: Date; player: ExcerptPlayer } & (
  | { kind: 'said'; text: string; toTeam: boolean }
  | { kind: 'killed'; victim: ExcerptPlayer; weapon: string; headshot: boolean }
  | { kind: 'connected' | 'left' }
)

/** Bytes of a log that are read for an excerpt, at most. */
const excerptMaxBytes = 4 * 1024 * 1024
const chatMaxLength = 500

/**
 * Reads what a server's log says between two moments, oldest first, from the raw batches that are still stored. Of more than 4 MiB the
 * latest part.
 */
export async function readLogExcerpt(
  queries: Queries,
  serverId: string,
  { from, until }: { from: Date; until: Date },
): Promise<ExcerptLine[]> {
  const batches = await selectBatchesBetween(queries, serverId, { from, until, maxBytes: excerptMaxBytes })
  return batches.flatMap(({ body, receivedAt }) => readBatch(body, receivedAt))
}

/** A batch is received with its last line: the others were written as long before as their stamps say. */
function readBatch(body: Buffer, receivedAt: Date): ExcerptLine[] {
  const events = body
    .toString('utf8')
    .split(/\r?\n/)
    .flatMap((line) => parseLine(line) ?? [])
  const last = events.at(-1)?.at ?? 0
  return events.flatMap((event) =>
    toExcerptLine(event, new Date(receivedAt.getTime() - Math.max(0, last - event.at))),
  )
}

function toExcerptLine(event: LogEvent, at: Date): ExcerptLine[] {
  const { kind } = event
  if (kind === 'said') {
    const text = sanitizeText(event.text, chatMaxLength)
    return [{ at, kind, player: toPlayer(event.player), text, toTeam: event.toTeam }]
  }
  if (kind === 'killed') {
    const { killer, victim, headshot } = event
    const weapon = sanitizeText(event.weapon, maxNameLength)
    return [{ at, kind, player: toPlayer(killer), victim: toPlayer(victim), weapon, headshot }]
  }
  return kind === 'connected' || kind === 'left' ? [{ at, kind, player: toPlayer(event.player) }] : []
}

function toPlayer({ steamId, name }: LogPlayer): ExcerptPlayer {
  return { steamId, name: sanitizeText(name, maxNameLength) }
}
