import { type Insertable, sql } from 'kysely'
import { type Queries, notify, lastInGameName } from '../../../platform/database/index.ts'
import type { Memberships } from '../../../platform/database/types.generated.ts'
import { prefixPattern, containsPattern } from '../../../platform/database/like-pattern.ts'

/** NOTIFY after a membership changed. Expiry sends no notification. */
export const membershipsChannel = 'memberships'

/** The memberships that hold at a time, by player and group. */
export function selectMemberships(queries: Queries, now: Date) {
  return queries
    .selectFrom('memberships')
    .select(['steam_id', 'group_name', 'expires_at', 'granted_at'])
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('steam_id')
    .orderBy('group_name')
}

/** A filter for memberships; undefined fields do not filter. */
export interface MembershipFilter {
  /** A part of name, Steam name or e-mail, or the beginning of the SteamID64. */
  find?: string | undefined
  group?: string | undefined
}

export interface MembershipPage {
  sort: 'granted' | 'expires' | 'name'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

/**
 * Returns one page of the valid matching memberships with their players; permanent ones sort as ending last.
 */
export function selectMembershipPage(
  queries: Queries,
  now: Date,
  filter: MembershipFilter,
  page: MembershipPage,
) {
  const { sort, direction, limit, offset } = page
  const byName = sql`lower(coalesce(users.username, steam_profiles.name, ${lastInGameName('memberships.steam_id')},
    '#' || right(memberships.steam_id::text, 6))) collate "C"`
  return matchingMemberships(queries, now, filter)
    .select(membershipColumns)
    .$if(sort === 'granted', (query) => query.orderBy('granted_at', direction))
    .$if(sort === 'expires', (query) => query.orderBy('expires_at', direction))
    .$if(sort === 'name', (query) => query.orderBy(byName, direction))
    .orderBy('memberships.steam_id')
    .orderBy('group_name')
    .limit(limit)
    .offset(offset)
    .execute()
}

export type MembershipRow = Awaited<ReturnType<typeof selectMembershipPage>>[number]

const membershipColumns = [
  'memberships.steam_id',
  'group_name',
  'expires_at',
  'granted_at',
  'users.id as user_id',
  'users.username',
  'users.email',
  'users.avatar_source',
  'steam_profiles.name as steam_name',
  'steam_profiles.picture_at as steam_picture_at',
  lastInGameName('memberships.steam_id').as('seen_name'),
] as const

/** Those that hold and match, by SteamID64 and group, after one of them. */
export function selectMembershipsAfter(
  queries: Queries,
  now: Date,
  filter: MembershipFilter,
  { after, limit }: { after: Pick<MembershipRow, 'steam_id' | 'group_name'> | undefined; limit: number },
): Promise<MembershipRow[]> {
  return matchingMemberships(queries, now, filter)
    .select(membershipColumns)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(memberships.steam_id, group_name) > (${after?.steam_id}::bigint, ${after?.group_name}::text)`,
      ),
    )
    .orderBy('memberships.steam_id')
    .orderBy('group_name')
    .limit(limit)
    .execute()
}

/** How many of them match. */
export async function countMemberships(
  queries: Queries,
  now: Date,
  filter: MembershipFilter,
): Promise<number> {
  const { count } = await matchingMemberships(queries, now, filter)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function matchingMemberships(queries: Queries, now: Date, { find, group }: MembershipFilter) {
  const part = containsPattern(find ?? '')
  return queries
    .selectFrom('memberships')
    .leftJoin('users', 'users.steam_id', 'memberships.steam_id')
    .leftJoin('steam_profiles', 'steam_profiles.steam_id', 'memberships.steam_id')
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .$if(group !== undefined, (query) => query.where('group_name', '=', group ?? ''))
    .$if(find !== undefined, (query) =>
      query.where(
        sql<boolean>`(users.username ilike ${part} or steam_profiles.name ilike ${part} or users.email ilike ${part}
          or memberships.steam_id::text like ${prefixPattern(find ?? '')})`,
      ),
    )
}

/** Grants a group, or changes how long it is held. */
export async function saveMembership(tx: Queries, row: Insertable<Memberships>): Promise<void> {
  const { expires_at, granted_at } = row
  await tx
    .insertInto('memberships')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['steam_id', 'group_name']).doUpdateSet({ expires_at, granted_at }),
    )
    .execute()
  await notify(tx, membershipsChannel)
}

export async function deleteMembership(tx: Queries, steamId: string, group: string): Promise<void> {
  await tx.deleteFrom('memberships').where('steam_id', '=', steamId).where('group_name', '=', group).execute()
  await notify(tx, membershipsChannel)
}

/** Locks a membership until the transaction ends; one that never existed is created as ended at `now`. */
export async function lockMembership(tx: Queries, steamId: string, group: string, now: Date) {
  await tx
    .insertInto('memberships')
    .values({ steam_id: steamId, group_name: group, expires_at: now, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('memberships')
    .select('expires_at')
    .where('steam_id', '=', steamId)
    .where('group_name', '=', group)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
