import { type Insertable, sql } from 'kysely'
import { type Queries, countRows } from '../../../platform/database/index.ts'
import type { AuditLog } from '../../../platform/database/types.generated.ts'
import { containsPattern } from '../../../platform/database/like-pattern.ts'
import { auditLog } from '../../../platform/database/partitions/partitioned-tables.ts'
import { deleteUnpartitionedBefore } from '../../../platform/database/partitions/partitions.service.ts'

const maxDeleted = 10_000

export async function insertAuditEntry(tx: Queries, row: Insertable<AuditLog>): Promise<void> {
  await tx.insertInto('audit_log').values(row).execute()
}

/** Which lines are meant; what is undefined leaves none out. */
export interface AuditFilter {
  /** A part of actor, subject, action, detail or change; or one of `people` is actor or subject. */
  find?: string | undefined
  people?: readonly string[] | undefined
  by?: 'operators' | 'players' | undefined
  actor?: string | undefined
  subject?: string | undefined
  action?: string | undefined
  /** One of these. */
  actions?: readonly string[] | undefined
  outcome?: 'done' | 'refused' | undefined
  from?: Date | undefined
  until?: Date | undefined
}

export interface AuditPage {
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

/** One page of the lines that match, by time. */
export function selectAuditPage(queries: Queries, filter: AuditFilter, page: AuditPage) {
  const { direction, limit, offset } = page
  return matchingEntries(queries, filter)
    .selectAll()
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export type AuditRow = Awaited<ReturnType<typeof selectAuditPage>>[number]

/** The lines that match, the newest first, after one of them. */
export function selectAuditEntriesAfter(
  queries: Queries,
  filter: AuditFilter,
  after: Pick<AuditRow, 'at' | 'id'> | undefined,
  limit: number,
): Promise<AuditRow[]> {
  return matchingEntries(queries, filter)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, id) < (${after?.at}::timestamptz, ${after?.id}::bigint)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** How many match, as `countRows` counts. */
export function countAuditEntries(queries: Queries, filter: AuditFilter): Promise<number> {
  return countRows(queries, matchingEntries(queries, filter).select('id'))
}

function matchingEntries(queries: Queries, filter: AuditFilter) {
  const { find, people = [], by, actor, subject, action, actions, outcome, from, until } = filter
  const part = containsPattern(find ?? '')
  // `= any` takes an empty list too.
  return queries
    .selectFrom('audit_log')
    .$if(by === 'operators', (query) => query.where(sql<boolean>`by_operator`))
    .$if(by === 'players', (query) => query.where(sql<boolean>`not by_operator`))
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(actions !== undefined, (query) =>
      query.where(sql<boolean>`action = any(${[...(actions ?? [])]}::text[])`),
    )
    .$if(outcome !== undefined, (query) =>
      query.where('refused', outcome === 'refused' ? 'is not' : 'is', null),
    )
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? new Date(0)))
    .$if(find !== undefined, (query) =>
      query.where(
        sql<boolean>`(actor ilike ${part} or subject ilike ${part} or action ilike ${part} or detail::text ilike ${part}
          or before::text ilike ${part} or after::text ilike ${part}
          or actor = any(${[...people]}::text[]) or subject = any(${[...people]}::text[]))`,
      ),
    )
}

/** The SteamIDs of those whose name holds a text, some of them where they are many. */
export async function selectSteamIdsByName(queries: Queries, text: string): Promise<string[]> {
  const part = containsPattern(text)
  const { rows } = await sql<{ steam_id: string }>`
    select steam_id::text from users where username ilike ${part} and steam_id is not null
    union select steam_id::text from steam_profiles where name ilike ${part}
    limit 200`.execute(queries)
  return rows.map(({ steam_id: steamId }) => steamId)
}

/** Deletes entries that are in no partition of a month: those partitions are dropped by their worker. */
export async function deleteOldAuditEntries(queries: Queries, before: Date): Promise<void> {
  while ((await deleteUnpartitionedBefore(queries, auditLog, before, maxDeleted)) > 0);
}
