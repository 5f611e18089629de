import type { Queries } from '../../../platform/database/index.ts'
import type { StreamState } from '../counting/count-batch.ts'

/** What the newest log of a server or a rental says after its last batch, and when that came; undefined where it never reported. */
export async function selectNewestState(
  queries: Queries,
  reporter: string,
): Promise<{ state: StreamState; heardAt: Date } | undefined> {
  const row = await queries
    .selectFrom('event_streams')
    .select(['state', 'heard_at'])
    .where('reporter', '=', reporter)
    .where('kind', '=', 'log')
    .where('heard_at', 'is not', null)
    .orderBy('heard_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!row?.state || !row.heard_at) return undefined
  // Written by this domain from the same type.
  return { state: row.state as unknown as StreamState, heardAt: row.heard_at }
}

/** The same of some reporters at once, of those that reported since a time. */
export async function selectNewestStates(
  queries: Queries,
  reporters: readonly string[],
  since: Date,
): Promise<{ reporter: string; state: StreamState }[]> {
  if (reporters.length === 0) return []
  const rows = await queries
    .selectFrom('event_streams')
    .select(['reporter', 'state'])
    .distinctOn('reporter')
    .where('reporter', 'in', reporters)
    .where('kind', '=', 'log')
    .where('heard_at', '>', since)
    .orderBy('reporter')
    .orderBy('heard_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.flatMap(({ reporter, state }) =>
    reporter === null || !state ? [] : [{ reporter, state: state as unknown as StreamState }],
  )
}
