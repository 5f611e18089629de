import type { Query, Reply } from '@clutch/contract/api/call.ts'
import type { operatorExportUsers } from '@clutch/contract/api/console/list-exports.ts'
import type {
  OperatorUser,
  operatorGetUser,
  operatorListUsers,
} from '@clutch/contract/api/accounts/operator-users.ts'
import { countedMax } from '@clutch/contract/api/shared/list-query.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { type Queries, searchInSteps, withSearchTimeout } from '../../../platform/database/index.ts'
import type { AppContext, ReadContext } from '../../../platform/context.ts'
import { countRecoveryCodes } from '../second-factor/second-factor.store.ts'
import { getGroups, getMembershipsOfPlayer } from '../groups/groups.service.ts'
import { listUserLinks } from '../linked-accounts/linked-accounts.service.ts'
import { toIdentity } from '../profiles/identity.service.ts'
import { selectSessions } from '../sessions/sessions.store.ts'
import * as store from './user-list.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

const dayMs = 24 * 3_600_000

/** Every account that matches, a page at a time. Throws `search.too_long`, also for the order by name of more than `countedMax`. */
export async function listUsers(
  { database, clock }: Dependencies,
  query: Query<typeof operatorListUsers>,
): Promise<Reply<typeof operatorListUsers>> {
  const { page, size, direction, sort } = query
  const now = clock.now()
  const filter = toUserFilter(query, now)
  const listPage = { sort, direction, limit: size, offset: (page - 1) * size }
  const { rows, total } = await withSearchTimeout(database, async (tx) => {
    const count = await store.countUsers(tx, now, filter)
    // No index has the names by which accounts are shown: all of them would be read.
    if (sort === 'name' && count > countedMax)
      throw new PortalError('search.too_long', 'Too many accounts to sort by name')
    return { rows: await store.selectUserPage(tx, now, filter, listPage), total: count }
  })
  return { rows: await toUserViews(database, rows, now), total }
}

/** Every account that matches, in steps, the newest first. Throws `search.too_long`. */
export async function* exportUsers(
  { database, clock }: Dependencies,
  query: Query<typeof operatorExportUsers>,
): AsyncGenerator<OperatorUser[]> {
  const now = clock.now()
  const filter = toUserFilter(query, now)
  const steps = searchInSteps<store.UserListRow>(database, (tx, after, limit) =>
    store.selectUsersAfter(tx, now, filter, { after, limit }),
  )
  for await (const rows of steps) yield toUserViews(database, rows, now)
}

function toUserFilter(
  { find, group, blocked, email, within }: Query<typeof operatorExportUsers>,
  now: Date,
): store.UserFilter {
  const seenSince = within === undefined ? undefined : new Date(now.getTime() - Number(within) * dayMs)
  return { find, group, blocked, email, seenSince }
}

async function toUserViews(
  queries: Queries,
  rows: readonly store.UserListRow[],
  now: Date,
): Promise<OperatorUser[]> {
  const groups = await getGroups(
    queries,
    rows.flatMap(({ steam_id }) => steam_id ?? []),
    now,
  )
  return rows.map((row) => toUserView(row, groups))
}

/** One account with its groups, sessions and block; throws 404 `user.not_found`. */
export async function getUser(context: ReadContext, id: string): Promise<Reply<typeof operatorGetUser>> {
  const { database, clock } = context
  const now = clock.now()
  const row = await getUserListRow(context, id)
  const steamIds = row.steam_id === null ? [] : [row.steam_id]
  const sessions = await selectSessions(database, row.id, now)
  return {
    ...toUserView(row, await getGroups(database, steamIds, now)),
    ownName: row.username !== null,
    recoveryCodes: await countRecoveryCodes(database, row.id),
    memberships: row.steam_id === null ? [] : await getMembershipsOfPlayer(context, row.steam_id),
    links: await listUserLinks(database, row.id),
    sessions: sessions.map((session) => ({
      id: session.id,
      method: session.method,
      userAgent: session.user_agent,
      address: session.address,
      created: session.created_at.getTime(),
      seen: session.seen_at.getTime(),
      expires: session.expires_at.getTime(),
    })),
  }
}

/** The account of an id, its own or the SteamID64; throws 404 `user.not_found`. */
export async function getUserListRow(
  { database, clock }: ReadContext,
  id: string,
): Promise<store.UserListRow> {
  const by = isSteamId(id) ? { steamId: id } : { id }
  const row = await store.selectUserListRow(database, clock.now(), by)
  if (!row) throw new PortalError('user.not_found', 'User not found')
  return row
}

/** How the audit log names an account: by SteamID64, where it has one. */
export async function resolveAuditSubject({ database, clock }: ReadContext, id: string): Promise<string> {
  if (isSteamId(id)) return id
  return (await store.selectUserListRow(database, clock.now(), { id }))?.steam_id ?? id
}

/** Returns the block of an account as shown to operators; null without one. */
export function toBlockView(row: store.UserListRow): OperatorUser['block'] {
  const { reason, blocked_at: since, blocked_until: until, blocked_by: by } = row
  if (reason === null || since === null || by === null) return null
  return { reason, since: since.getTime(), expires: until?.getTime() ?? null, by }
}

function toUserView(row: store.UserListRow, groups: ReadonlyMap<string, GrantedGroup[]>): OperatorUser {
  const { username, avatar } = toIdentity(row)
  return {
    id: row.id,
    steamId: row.steam_id,
    username,
    steamName: row.steam_name ?? '',
    avatar,
    email: row.email,
    groups: row.steam_id === null ? [] : (groups.get(row.steam_id) ?? []),
    secondFactor: row.second_factor_on !== null,
    block: toBlockView(row),
    created: row.created_at.getTime(),
    seen: row.seen_at?.getTime() ?? null,
  }
}

/** A few accounts that a text is a part of, newest first. */
export async function searchUsers(
  queries: Queries,
  find: string,
  limit: number,
): Promise<{ id: string; name: string; steamId: string | null; email: string | null }[]> {
  const rows = await store.selectUsersByText(queries, find, limit)
  return rows.map(({ id, steam_id: steamId, email, username, name }) => ({
    id,
    name: username ?? name ?? '',
    steamId,
    email,
  }))
}
