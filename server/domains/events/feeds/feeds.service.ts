import type { logFeedSchema } from '@clutch/contract/api/events/operator-log-feeds.ts'
import type * as z from 'zod/mini'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRegistered } from '../../servers/index.ts'
import {
  type Gaps,
  acknowledgeGaps,
  selectFeeds,
  selectServerGaps,
  selectServersWithGaps,
} from './feeds.store.ts'

const gapWindowMs = 24 * 3_600_000

/** The servers that sent more within a day than arrived: how many bytes of each one's log are missing. */
export function listServersWithGaps(
  queries: Queries,
  now: Date,
): Promise<{ id: string; name: string; missing: number }[]> {
  return selectServersWithGaps(queries, new Date(now.getTime() - gapWindowMs))
}

/** Returns how every registered server reports: last batch, waiting batches, missing bytes. */
export async function listFeeds(queries: Queries): Promise<z.infer<typeof logFeedSchema>[]> {
  const rows = await selectFeeds(queries)
  return rows.map(({ server, name, reports, last, phase, ...numbers }) => ({
    server,
    name,
    reports,
    last: last?.getTime() ?? null,
    batches: Number(numbers.batches),
    bytes: Number(numbers.bytes),
    waiting: Number(numbers.waiting),
    gaps: Number(numbers.gaps),
    missing: Number(numbers.missing),
    match: phase === null ? null : phase === 'off' || phase === 'unknown' ? phase : 'on',
  }))
}

/** Acknowledges the gaps in a server's log, and answers them. Throws `server.not_registered`. */
export function acknowledgeServerGaps(
  { database }: Pick<AppContext, 'database'>,
  serverId: string,
): Promise<Gaps> {
  return database.transaction().execute(async (tx) => {
    await assertRegistered(tx, serverId)
    return acknowledgeGaps(tx, serverId)
  })
}

/** The gaps in a server's log that no operator has acknowledged. */
export function getServerGaps({ database }: Pick<AppContext, 'database'>, serverId: string): Promise<Gaps> {
  return selectServerGaps(database, serverId)
}
