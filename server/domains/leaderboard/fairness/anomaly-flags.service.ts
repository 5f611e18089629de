import type * as z from 'zod/mini'
import type { anomalyFlagSchema } from '@clutch/contract/api/leaderboard/operator-boards.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { anomalyKinds } from '@clutch/contract/rules/leaderboard/anomalies.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import * as store from './anomaly-flags.store.ts'
import { type FlagCases, noFlagCases } from './flag-cases.ts'

type AnomalyFlag = z.infer<typeof anomalyFlagSchema>

const maxListedFlags = 500

/** I3 fairness: returns the anomalies that were not dismissed, newest first, 500 at most. */
export async function listAnomalyFlags(queries: Queries): Promise<AnomalyFlag[]> {
  return (await store.selectAnomalyFlags(queries, { limit: maxListedFlags })).flatMap(toAnomalyFlag)
}

/** One of them; null for one that was dismissed. */
export async function findAnomalyFlag(queries: Queries, id: string): Promise<AnomalyFlag | null> {
  const rows = await store.selectAnomalyFlags(queries, { id, limit: 1 })
  return rows.flatMap(toAnomalyFlag)[0] ?? null
}

function toAnomalyFlag(row: store.AnomalyFlagRow): AnomalyFlag[] {
  const kind = anomalyKinds.find((known) => known === row.kind)
  if (!kind) return []
  const { id, steam_id, detail, server, at } = row
  return [{ id, steamId: steam_id, nickname: row.name || steam_id, kind, detail, server, at: at.getTime() }]
}

/** I3 fairness: dismisses an anomaly; it does not come back that day. Throws `flag.not_found`. */
export async function dismissAnomalyFlag(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  id: string,
  { by, flagCases = noFlagCases }: { by: string; flagCases?: FlagCases },
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const now = clock.now()
    await flagCases.lockCaseOfFlag(tx, id)
    if (!(await store.updateDismissedAt(tx, id, now)))
      throw new PortalError('flag.not_found', 'There is no such flag')
    await flagCases.flagDismissed(tx, id, by, now)
    await writeAudit(tx)
  })
}
