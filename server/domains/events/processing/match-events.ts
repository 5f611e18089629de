import * as z from 'zod/mini'
import type { Queries } from '../../../platform/database/index.ts'
import type { Reporter } from '../reporters/reporter.ts'

/** The fields of every MatchZy report; the rest depends on the event and is stored unchanged. */
const matchEventSchema = z.looseObject({
  event: z.string().check(z.regex(/^[a-z0-9_]{1,60}$/)),
  matchid: z.optional(z.nullable(z.union([z.number(), z.string().check(z.maxLength(100))]))),
  map_number: z.optional(z.number()),
  round_number: z.optional(z.number()),
})

/** A report of MatchZy, by whose server and when. */
export type MatchEvent = Reporter & {
  receivedAt: Date
  event: z.infer<typeof matchEventSchema>
}

/** Takes reports of matches in the transaction that marks them as read. */
export type MatchSubscriber = (tx: Queries, events: readonly MatchEvent[]) => Promise<void>

/** The report in a body; null where it makes no sense. */
export function parseMatchEvent(body: Buffer): MatchEvent['event'] | null {
  try {
    return matchEventSchema.parse(JSON.parse(body.toString('utf8')))
  } catch {
    return null
  }
}
