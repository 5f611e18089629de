import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import { displayName } from '@clutch/contract/rules/servers/list/server-filter.ts'
import type { CaseKind } from '@clutch/contract/rules/moderation/cases.ts'
import { type Queries, playerName } from '../../../platform/database/index.ts'
import { containsPattern, prefixPattern } from '../../../platform/database/like-pattern.ts'
import type { CaseComments, Cases } from '../../../platform/database/types.generated.ts'
import { matchesPlayerName } from '../../leaderboard/index.ts'

/** A filter for cases; undefined fields do not filter. */
export interface CaseFilter {
  state: 'open' | 'closed'
  /** A SteamID64; null for cases without an operator. */
  assignee?: string | null | undefined
  kind?: CaseKind | undefined
  server?: string | undefined
  steamId?: string | undefined
  find?: string | undefined
  /** The SteamID64 of a player whose cases are left out. */
  except?: string | null
}

export interface CasePage {
  sort: 'updated' | 'opened' | 'weight'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

const sortColumns = { opened: 'cases.opened_at', weight: 'cases.weight' } as const

/** One page of the matching cases; closed ones are sorted by when they were closed instead of by their last addition. */
export function selectCasePage(queries: Queries, filter: CaseFilter, page: CasePage) {
  const { sort, direction, limit, offset } = page
  const updated = filter.state === 'open' ? 'cases.updated_at' : 'cases.closed_at'
  return matchingCases(queries, filter)
    .selectAll('cases')
    .select(namedColumns)
    .orderBy(sort === 'updated' ? updated : sortColumns[sort], direction)
    .orderBy('cases.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countCases(queries: Queries, filter: CaseFilter): Promise<number> {
  const { count } = await matchingCases(queries, filter)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function selectCase(queries: Queries, id: string) {
  return namedCases(queries).where('cases.id', '=', id).executeTakeFirst()
}

export type NamedCase = NonNullable<Awaited<ReturnType<typeof selectCase>>>

/** The other cases of a case's player, the newest first. */
export function selectOtherCases(queries: Queries, { id, steam_id }: NamedCase, limit: number) {
  return namedCases(queries)
    .where('cases.steam_id', '=', steam_id)
    .where('cases.id', '<>', id)
    .orderBy('cases.opened_at', 'desc')
    .orderBy('cases.id', 'desc')
    .limit(limit)
    .execute()
}

const namedColumns = [
  'servers.name as server_name',
  'servers.name_display',
  playerName('cases.steam_id').as('player_name'),
  playerName('cases.assignee').as('assignee_name'),
] as const

function namedCases(queries: Queries) {
  return queries
    .selectFrom('cases')
    .leftJoin('servers', 'servers.id', 'cases.server_id')
    .selectAll('cases')
    .select(namedColumns)
}

function matchingCases(queries: Queries, filter: CaseFilter) {
  const { state, assignee, kind, server, steamId, find, except = null } = filter
  return queries
    .selectFrom('cases')
    .leftJoin('servers', 'servers.id', 'cases.server_id')
    .where('cases.closed_at', state === 'open' ? 'is' : 'is not', null)
    .$if(assignee === null, (where) => where.where('cases.assignee', 'is', null))
    .$if(typeof assignee === 'string', (where) => where.where('cases.assignee', '=', assignee ?? null))
    .$if(kind === 'appeal', (where) => where.where('cases.kind', '=', 'appeal'))
    .$if(kind === 'report', (where) => where.where('cases.report_count', '>', 0))
    .$if(kind === 'anomaly', (where) => where.where('cases.flag_count', '>', 0))
    .$if(server !== undefined, (where) => where.where(happenedOn([server ?? ''])))
    .$if(steamId !== undefined, (where) => where.where('cases.steam_id', '=', steamId ?? ''))
    .$if(except !== null, (where) => where.where('cases.steam_id', '<>', except ?? ''))
    .$if(find !== undefined, (where) => where.where(isAbout(find ?? '')))
}

/** Whether a case is about a player whose name, also one at the time of a report, or SteamID64 is looked for. */
function isAbout(find: string) {
  return sql<boolean>`(${matchesPlayerName(sql.ref('cases.steam_id'), find)}
    or cases.steam_id::text like ${prefixPattern(find)}
    or exists (select from player_reports named
      where named.case_id = cases.id and named.name ilike ${containsPattern(find)}))`
}

/** Whether a player was reported, flagged or sanctioned on one of some servers. */
function happenedOn(serverIds: readonly string[]) {
  return sql<boolean>`(cases.server_id = any(${serverIds}::uuid[])
    or exists (select from player_reports there where there.case_id = cases.id and there.server_id = any(${serverIds}::uuid[]))
    or (cases.kind = 'appeal' and exists (select from sanctions
      where sanctions.id = cases.sanction_id and sanctions.server_ids <@ ${serverIds}::uuid[]))
    or exists (select from board_flags there where there.case_id = cases.id and there.server_id = any(${serverIds}::uuid[])))`
}

/** Whether a case is of one of some servers. */
export async function isOnServers(
  queries: Queries,
  id: string,
  serverIds: readonly string[],
): Promise<boolean> {
  const found = await queries
    .selectFrom('cases')
    .select('id')
    .where('id', '=', id)
    .where(happenedOn(serverIds))
    .executeTakeFirst()
  return found !== undefined
}

/** Locks a case until the transaction ends. */
export function lockCase(tx: Queries, id: string): Promise<Selectable<Cases> | undefined> {
  return tx.selectFrom('cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Changes a case by an operator: what they saw of it is no longer current. */
export async function updateCase(tx: Queries, id: string, change: Updateable<Cases>): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ ...change, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute()
}

export async function insertComment(tx: Queries, row: Insertable<CaseComments>): Promise<void> {
  await tx.insertInto('case_comments').values(row).execute()
}

/** The comments of a case, the oldest first. */
export function selectComments(queries: Queries, caseId: string) {
  return queries.selectFrom('case_comments').selectAll().where('case_id', '=', caseId).orderBy('id').execute()
}

/** The reports of a case, the newest first. */
export function selectReportsOfCase(queries: Queries, caseId: string, limit: number) {
  return queries
    .selectFrom('player_reports')
    .leftJoin('servers', 'servers.id', 'player_reports.server_id')
    .selectAll('player_reports')
    .select(['servers.name as server_name', 'servers.name_display'])
    .select(playerName('player_reports.reporter').as('reporter_name'))
    .where('case_id', '=', caseId)
    .orderBy('at', 'desc')
    .orderBy('player_reports.id', 'desc')
    .limit(limit)
    .execute()
}

/** The anomaly flags of a case, the newest first. */
export function selectFlagsOfCase(queries: Queries, caseId: string) {
  return queries
    .selectFrom('board_flags')
    .leftJoin('servers', 'servers.id', 'board_flags.server_id')
    .selectAll('board_flags')
    .select(['servers.name as server_name', 'servers.name_display'])
    .where('case_id', '=', caseId)
    .orderBy('at', 'desc')
    .orderBy('board_flags.id', 'desc')
    .execute()
}

/** Whether a case is open that cannot be open beside this one: about the conduct of the same player, or an appeal of the same sanction. */
export async function hasOtherOpenCase(
  tx: Queries,
  { kind, steam_id, sanction_id }: Pick<Selectable<Cases>, 'kind' | 'steam_id' | 'sanction_id'>,
): Promise<boolean> {
  const open = tx.selectFrom('cases').select('id').where('closed_at', 'is', null)
  const found = await (
    kind === 'appeal'
      ? open.where('kind', '=', 'appeal').where('sanction_id', '=', sanction_id)
      : open.where('kind', '<>', 'appeal').where('steam_id', '=', steam_id)
  ).executeTakeFirst()
  return found !== undefined
}

/** How many cases are open, and the one that has waited longest without an operator; none of the player `except`. */
export async function selectOpenCaseSummary(queries: Queries, except: string | null) {
  const filter: CaseFilter = { state: 'open', except }
  const count = await countCases(queries, filter)
  const first = await matchingCases(queries, filter)
    .selectAll('cases')
    .select(namedColumns)
    .orderBy(sql`cases.assignee is not null`)
    .orderBy('cases.opened_at')
    .limit(1)
    .executeTakeFirst()
  return { count, first }
}

/** Forgets the cases that were closed before a time, with their reports, comments and dismissed flags; also flags dismissed before it without a case. */
export async function deleteClosedCases(queries: Queries, before: Date): Promise<void> {
  await sql`delete from board_flags where dismissed_at < ${before} and (case_id is null
    or exists (select from cases where cases.id = case_id and cases.closed_at < ${before}))`.execute(queries)
  await queries.deleteFrom('cases').where('closed_at', '<', before).execute()
}

/** A server of a row that names it; null where it is not registered any more. */
export function toCaseServer(row: {
  server_id: string | null
  server_name: string | null
  name_display: string | null
}): { id: string; name: string } | null {
  const { server_id: id, server_name: name, name_display: shown } = row
  return id === null || name === null ? null : { id, name: displayName({ name, name_display: shown ?? '' }) }
}

/** How a case ended, and who reported its player. */
export interface DecidedReports {
  steam_id: string
  outcome: string
  note: string
  reporters: string[]
}

/**
 * The end of a case for its reporters: of a duplicate that of the case that remains, once that has ended. The reporters are those of the
 * case itself and of its duplicates. Undefined while there is no end.
 */
export async function selectDecidedReports(tx: Queries, caseId: string): Promise<DecidedReports | undefined> {
  const { rows } = await sql<DecidedReports>`
    select cases.steam_id, ended.outcome, ended.note, array(
        select distinct reporter::text from player_reports
          where case_id = cases.id or case_id in (select id from cases as other where other.duplicate_of = cases.id)) as reporters
      from cases join cases as ended on ended.id = coalesce(cases.duplicate_of, cases.id)
      where cases.id = ${caseId}::uuid and ended.outcome is not null`.execute(tx)
  return rows[0]
}
