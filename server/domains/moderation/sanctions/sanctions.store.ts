import { type Insertable, type Updateable, sql } from 'kysely'
import type { SanctionState } from '@clutch/contract/rules/moderation/sanctions.ts'
import { type Queries, playerName } from '../../../platform/database/index.ts'
import { containsPattern, prefixPattern } from '../../../platform/database/like-pattern.ts'
import type { SanctionComments, Sanctions } from '../../../platform/database/types.generated.ts'

/** A filter for sanctions; undefined fields do not filter. */
export interface SanctionFilter {
  find?: string | undefined
  kind?: string | undefined
  state?: SanctionState | undefined
  source?: string | undefined
  steamId?: string | undefined
}

export interface SanctionPage {
  sort: 'created' | 'expires'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

/** One page of the sanctions that match at a time. */
export function selectSanctionPage(queries: Queries, now: Date, filter: SanctionFilter, page: SanctionPage) {
  const { sort, direction, limit, offset } = page
  // A permanent one ends after every other.
  const by = sql.raw(sort === 'created' ? 'created_at' : "coalesce(expires_at, 'infinity')")
  return matchingSanctions(queries, now, filter)
    .orderBy(by, direction)
    .orderBy('sanctions.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export type SanctionRow = Awaited<ReturnType<typeof selectSanctionPage>>[number]

/** The sanctions that match, the newest first, after one of them. */
export function selectSanctionsAfter(
  queries: Queries,
  now: Date,
  filter: SanctionFilter,
  { after, limit }: { after: Pick<SanctionRow, 'id'> | undefined; limit: number },
): Promise<SanctionRow[]> {
  return matchingSanctions(queries, now, filter)
    .$if(after !== undefined, (query) => query.where('sanctions.id', '<', after?.id ?? ''))
    .orderBy('sanctions.id', 'desc')
    .limit(limit)
    .execute()
}

/** How many match. */
export async function countSanctions(queries: Queries, now: Date, filter: SanctionFilter): Promise<number> {
  const { count } = await matchingSanctions(queries, now, filter)
    .clearSelect()
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function selectSanction(queries: Queries, id: string): Promise<SanctionRow | undefined> {
  return sanctions(queries).where('sanctions.id', '=', id).executeTakeFirst()
}

/** Locks one sanction until the transaction ends. */
export function lockSanction(tx: Queries, id: string) {
  return tx.selectFrom('sanctions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

const playerLockClass = 0x4370

/** Lets no other transaction that asks the same add a sanction of a player until this one ends. */
export async function lockSanctionsOfPlayer(tx: Queries, steamId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${playerLockClass}::integer, hashtext(${steamId}))`.execute(tx)
}

/** The sanctions of a kind that hold for a player at a time. */
export function selectActiveSanctions(
  tx: Queries,
  { steamId, kind }: { steamId: string; kind: string },
  now: Date,
) {
  return tx
    .selectFrom('sanctions')
    .select(['id', 'server_ids'])
    .where('steam_id', '=', steamId)
    .where('kind', '=', kind)
    .where(isActive(now))
    .execute()
}

export async function insertSanction(tx: Queries, row: Insertable<Sanctions>): Promise<void> {
  await tx.insertInto('sanctions').values(row).execute()
}

export async function updateSanction(tx: Queries, id: string, change: Updateable<Sanctions>): Promise<void> {
  await tx
    .updateTable('sanctions')
    .set({ id, ...change })
    .where('id', '=', id)
    .execute()
}

export function selectComments(queries: Queries, sanctionId: string) {
  return queries
    .selectFrom('sanction_comments')
    .selectAll()
    .select(operatorName('by').as('by_name'))
    .where('sanction_id', '=', sanctionId)
    .orderBy('id')
    .execute()
}

export async function insertComment(tx: Queries, row: Insertable<SanctionComments>): Promise<void> {
  await tx.insertInto('sanction_comments').values(row).execute()
}

function sanctions(queries: Queries) {
  return queries
    .selectFrom('sanctions')
    .selectAll('sanctions')
    .select([
      playerName('sanctions.steam_id').as('known_name'),
      operatorName('sanctions.created_by').as('by_name'),
    ])
}

/** What an operator is called whose SteamID64 a text column holds; null for a token or a name of another system. */
function operatorName(column: string) {
  const by = sql`case when ${sql.ref(column)} ~ '^7656119\\d{10}$' then ${sql.ref(column)}::bigint end`
  return sql<string | null>`(select ${playerName('who.steam_id')} from (select ${by} as steam_id) as who
    where who.steam_id is not null)`
}

function matchingSanctions(
  queries: Queries,
  now: Date,
  { find, kind, state, source, steamId }: SanctionFilter,
) {
  const part = containsPattern(find ?? '')
  const start = prefixPattern(find ?? '')
  return sanctions(queries)
    .$if(find !== undefined, (query) =>
      query.where(
        sql<boolean>`(sanctions.reason ilike ${part} or sanctions.player_name ilike ${part}
          or sanctions.steam_id::text like ${start} or sanctions.address like ${start}
          or ${playerName('sanctions.steam_id')} ilike ${part})`,
      ),
    )
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? ''))
    .$if(steamId !== undefined, (query) => query.where('sanctions.steam_id', '=', steamId ?? ''))
    .$if(state !== undefined, (query) => query.where(isInState(state ?? 'active', now)))
}

function isInState(state: SanctionState, now: Date) {
  if (state === 'active') return isActive(now)
  return state === 'lifted'
    ? sql<boolean>`lifted_at is not null`
    : sql<boolean>`lifted_at is null and expires_at <= ${now}`
}

function isActive(now: Date) {
  return sql<boolean>`lifted_at is null and (expires_at is null or expires_at > ${now})`
}
