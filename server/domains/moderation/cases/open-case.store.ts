import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { CaseKind } from '@clutch/contract/rules/moderation/cases.ts'
import type { Queries } from '../../../platform/database/index.ts'

/** What joins a case: a report with its weight, or flags. */
interface CaseAddition {
  steamId: string
  kind: Exclude<CaseKind, 'appeal'>
  serverId: string | null
  at: Date
  reports?: number
  weight?: number
  flags?: number
}

/** The open case of a player, and how many reports it has now. */
export interface OpenCase {
  id: string
  reportCount: number
}

/**
 * Adds to the open case about the conduct of a player, which is opened where there is none. At most one is open: the index decides when
 * two additions come at once.
 */
export async function addToOpenCase(
  tx: Queries,
  { steamId, kind, serverId, at, reports = 0, weight = 0, flags = 0 }: CaseAddition,
): Promise<OpenCase> {
  const { rows } = await sql<OpenCase>`
    insert into cases (id, kind, steam_id, server_id, report_count, weight, flag_count, opened_at, updated_at)
      values (${randomUUIDv7()}, ${kind}, ${steamId}, ${serverId}, ${reports}, ${weight}, ${flags}, ${at}, ${at})
    on conflict (steam_id) where closed_at is null and kind <> 'appeal' do update set
      report_count = cases.report_count + excluded.report_count,
      weight = cases.weight + excluded.weight,
      flag_count = cases.flag_count + excluded.flag_count,
      server_id = coalesce(excluded.server_id, cases.server_id),
      updated_at = greatest(cases.updated_at, excluded.updated_at)
    returning id, report_count as "reportCount"`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a case was not opened')
  return row
}
