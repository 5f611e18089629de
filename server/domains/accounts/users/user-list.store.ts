import { sql } from 'kysely'
import {
  type Queries,
  containsText,
  countRows,
  lastInGameName,
  steamIdBeginsWith,
} from '../../../platform/database/index.ts'
import { selectUsers } from './users.store.ts'

/** A filter for accounts; undefined fields do not filter. */
export interface UserFilter {
  /** A part of name, Steam name or e-mail, or the beginning of the SteamID64. */
  find?: string | undefined
  group?: string | undefined
  blocked?: boolean | undefined
  email?: boolean | undefined
  /** Here at this time or later. */
  seenSince?: Date | undefined
}

export interface UserPage {
  sort: 'seen' | 'created' | 'name'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

export type UserListRow = Awaited<ReturnType<typeof selectUserPage>>[number]

/** One page of the accounts that match. */
export function selectUserPage(queries: Queries, now: Date, filter: UserFilter, page: UserPage) {
  const { sort, direction, limit, offset } = page
  const byName = sql`lower(coalesce(users.username, steam_profiles.name, ${lastInGameName('users.steam_id')},
    '#' || right(users.steam_id::text, 6), users.email)) collate "C"`
  return matchingUsers(queries, now, filter)
    .$if(sort === 'name', (query) => query.orderBy(byName, direction))
    .$if(sort === 'created', (query) => query.orderBy('users.created_at', direction))
    .$if(sort === 'seen', (query) =>
      query.orderBy('users.seen_at', (order) =>
        direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
      ),
    )
    .orderBy('users.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The accounts that match, the newest first, after one of them. */
export function selectUsersAfter(
  queries: Queries,
  now: Date,
  filter: UserFilter,
  { after, limit }: { after: Pick<UserListRow, 'id'> | undefined; limit: number },
): Promise<UserListRow[]> {
  return matchingUsers(queries, now, filter)
    .$if(after !== undefined, (query) => query.where('users.id', '<', after?.id ?? ''))
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
}

/** How many accounts match, as `countRows` counts. */
export function countUsers(queries: Queries, now: Date, filter: UserFilter): Promise<number> {
  return countRows(queries, matchingUsers(queries, now, filter).clearSelect().select('users.id'))
}

/** One account, by its id or its SteamID64. */
export function selectUserListRow(queries: Queries, now: Date, by: { id: string } | { steamId: string }) {
  const query = matchingUsers(queries, now, {})
  return 'id' in by
    ? query.where('users.id', '=', by.id).executeTakeFirst()
    : query.where('users.steam_id', '=', by.steamId).executeTakeFirst()
}

function matchingUsers(queries: Queries, now: Date, { find, group, blocked, email, seenSince }: UserFilter) {
  return selectUsers(queries)
    .leftJoin('second_factors', (join) =>
      join.onRef('second_factors.user_id', '=', 'users.id').on('second_factors.confirmed_at', 'is not', null),
    )
    .leftJoin('user_blocks', (join) =>
      join
        .onRef('user_blocks.user_id', '=', 'users.id')
        .on((on) => on.or([on('blocked_until', 'is', null), on('blocked_until', '>', now)])),
    )
    .select([
      'users.created_at',
      'users.seen_at',
      'second_factors.confirmed_at as second_factor_on',
      'user_blocks.reason',
      'user_blocks.blocked_at',
      'user_blocks.blocked_until',
      'user_blocks.blocked_by',
    ])
    .$if(find !== undefined, (query) =>
      query.where(
        sql<boolean>`users.id in (
          select id from users where ${containsText('users.username', find ?? '')}
            or ${containsText('users.email', find ?? '')} or ${steamIdBeginsWith('users.steam_id', find ?? '')}
          union all select users.id from steam_profiles named join users on users.steam_id = named.steam_id
            where ${containsText('named.name', find ?? '')})`,
      ),
    )
    .$if(group !== undefined, (query) =>
      query.where((where) =>
        where.exists(
          where
            .selectFrom('memberships')
            .select('memberships.steam_id')
            .whereRef('memberships.steam_id', '=', 'users.steam_id')
            .where('memberships.group_name', '=', group ?? '')
            .where((held) => held.or([held('expires_at', 'is', null), held('expires_at', '>', now)])),
        ),
      ),
    )
    .$if(blocked !== undefined, (query) =>
      query.where('user_blocks.user_id', blocked === true ? 'is not' : 'is', null),
    )
    .$if(email !== undefined, (query) => query.where('users.email', email === true ? 'is not' : 'is', null))
    .$if(seenSince !== undefined, (query) => query.where('users.seen_at', '>=', seenSince ?? now))
}

/** The newest accounts whose name or e-mail a text is a part of, or whose SteamID64 it begins. */
export function selectUsersByText(queries: Queries, find: string, limit: number) {
  const few = sql`order by users.id desc limit ${limit}`
  return queries
    .selectFrom('users')
    .leftJoin('steam_profiles', 'steam_profiles.steam_id', 'users.steam_id')
    .select(['users.id', 'users.steam_id', 'users.email', 'users.username', 'steam_profiles.name'])
    .where(
      sql<boolean>`users.id in (
        (select id from users where ${containsText('users.username', find)} ${few})
        union all (select id from users where ${containsText('users.email', find)} ${few})
        union all (select id from users where ${steamIdBeginsWith('users.steam_id', find)} ${few})
        union all (select users.id from steam_profiles named join users on users.steam_id = named.steam_id
          where ${containsText('named.name', find)} ${few}))`,
    )
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
}
