import { type Insertable, sql } from 'kysely'
import type { EvidenceLine } from '@clutch/contract/api/moderation/operator-cases.ts'
import type { ReporterRecord } from '@clutch/contract/rules/moderation/cases.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { PlayerReports } from '../../../platform/database/types.generated.ts'

export async function insertReport(tx: Queries, row: Insertable<PlayerReports>): Promise<void> {
  await tx.insertInto('player_reports').values(row).execute()
}

/** What became of a player's reports since a time. A duplicate counts as the case that remains. */
export async function selectReporterRecord(
  tx: Queries,
  reporter: string,
  since: Date,
): Promise<ReporterRecord> {
  const { rows } = await sql<ReporterRecord>`
    select count(*) filter (where ended = 'sanction')::integer as upheld,
        count(*) filter (where ended = 'noAction')::integer as rejected,
        exists (select from player_servers where steam_id = ${reporter}) as "hasPlayed"
      from (select coalesce(remaining.outcome, cases.outcome) as ended from player_reports
        join cases on cases.id = player_reports.case_id
        left join cases remaining on remaining.id = cases.duplicate_of
        where reporter = ${reporter} and at > ${since}) as made`.execute(tx)
  return rows[0] ?? { upheld: 0, rejected: 0, hasPlayed: false }
}

/** The players whom a player reported since a time, once for each report. */
export async function selectReportedSince(tx: Queries, reporter: string, since: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('player_reports')
    .select('steam_id')
    .where('reporter', '=', reporter)
    .where('at', '>', since)
    .execute()
  return rows.map(({ steam_id }) => steam_id)
}

const withCase = (queries: Queries) =>
  queries
    .selectFrom('player_reports')
    .innerJoin('cases', 'cases.id', 'player_reports.case_id')
    .leftJoin('cases as remaining', 'remaining.id', 'cases.duplicate_of')
    .select(['player_reports.id', 'player_reports.steam_id', 'player_reports.name', 'player_reports.reason'])
    .select(['player_reports.text', 'player_reports.at', 'cases.outcome', 'cases.note', 'cases.closed_at'])
    .select([
      'remaining.id as remaining_id',
      'remaining.outcome as remaining_outcome',
      'remaining.note as remaining_note',
      'remaining.closed_at as remaining_closed_at',
    ])

/** The reports of a player, the newest first. */
export function selectOwnReports(queries: Queries, reporter: string, limit: number) {
  return withCase(queries)
    .where('reporter', '=', reporter)
    .orderBy('at', 'desc')
    .orderBy('player_reports.id', 'desc')
    .limit(limit)
    .execute()
}

export function selectOwnReport(queries: Queries, id: string) {
  return withCase(queries).where('player_reports.id', '=', id).executeTakeFirstOrThrow()
}

export type OwnReportRow = Awaited<ReturnType<typeof selectOwnReport>>

/** Where a player was last seen after a time, of one server or of all. */
export function selectLastSighting(
  queries: Queries,
  steamId: string,
  { serverId, after }: { serverId?: string | undefined; after: Date },
) {
  return queries
    .selectFrom('player_servers')
    .innerJoin('servers', 'servers.id', 'player_servers.server_id')
    .select(['server_id', 'last_at'])
    .where('steam_id', '=', steamId)
    .where('last_at', '>', after)
    .$if(serverId !== undefined, (query) => query.where('server_id', '=', serverId ?? ''))
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function selectReport(queries: Queries, id: string) {
  return queries.selectFrom('player_reports').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function updateEvidence(
  queries: Queries,
  id: string,
  evidence: readonly EvidenceLine[],
): Promise<void> {
  await queries
    .updateTable('player_reports')
    .set({ evidence: JSON.stringify(evidence) })
    .where('id', '=', id)
    .execute()
}
