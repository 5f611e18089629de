import type * as z from 'zod/mini'
import type { flagSchema } from '@clutch/contract/api/operator-boards.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { anomalyKinds } from '@clutch/contract/rules/anomalies.ts'
import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import * as store from './flags-store.ts'

type Flag = z.infer<typeof flagSchema>

const flagsAtOnce = 500

/** I3 fairness: the anomalies nobody has dismissed, newest first, 500 at most. */
export async function listFlags(queries: Queries): Promise<Flag[]> {
  return (await store.selectFlags(queries, { limit: flagsAtOnce })).flatMap(told)
}

/** One of them; null for one that was dismissed. */
export async function readFlag(queries: Queries, id: string): Promise<Flag | null> {
  const rows = await store.selectFlags(queries, { id, limit: 1 })
  return rows.flatMap(told)[0] ?? null
}

function told(row: store.FlagRow): Flag[] {
  const kind = anomalyKinds.find((known) => known === row.kind)
  if (!kind) return []
  const { id, steam_id, detail, server, at } = row
  return [{ id, steamId: steam_id, nickname: row.name || steam_id, kind, detail, server, at: at.getTime() }]
}

/** I3 fairness: dismisses an anomaly; it does not come back that day. Throws `flag.not_found`. */
export async function dismissFlag(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  id: string,
): Promise<void> {
  if (await store.dismissFlag(database, id, clock.now())) return
  throw new PortalError('flag.not_found', 'There is no such flag')
}
