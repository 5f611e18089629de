import type * as z from 'zod/mini'
import type { Query, Reply } from '@clutch/contract/api/call.ts'
import type {
  membershipViewSchema,
  membershipSchema,
  operatorListMemberships,
} from '@clutch/contract/api/accounts/operator-groups.ts'
import type { operatorExportMemberships } from '@clutch/contract/api/console/list-exports.ts'
import { type GrantedGroup, grantedGroups, sortForBadges } from '@clutch/contract/rules/accounts/groups.ts'
import { type Queries, searchInSteps, withSearchTimeout } from '../../../platform/database/index.ts'
import type { AppContext, ReadContext } from '../../../platform/context.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import { type OperatorCaller, operatorToken } from '../../../platform/http/session/operator-caller.ts'
import * as store from './groups.store.ts'
import { toIdentity } from '../profiles/identity.service.ts'
import {
  type RoleAssignment,
  removeOperatorRole,
  saveOperator,
} from '../operator-roles/operator-membership.service.ts'
import { toDate } from '../../../platform/clock/to-date.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>
type Membership = z.infer<typeof membershipSchema>
type MembershipView = z.infer<typeof membershipViewSchema>

/** C18: the groups that players hold at a time, each player's highest first; who holds none is left out. */
export async function getGroups(
  queries: Queries,
  steamIds: readonly string[],
  now: Date,
): Promise<Map<string, GrantedGroup[]>> {
  if (steamIds.length === 0) return new Map()
  return groupByPlayer(
    await store.selectMemberships(queries, now).where('steam_id', 'in', steamIds).execute(),
  )
}

/** C18: whether a player is an operator at a time. */
export async function isOperator(queries: Queries, steamId: string, now: Date): Promise<boolean> {
  return (await getGroups(queries, [steamId], now)).get(steamId)?.includes('op') ?? false
}

/** Returns the groups of every player who has one. */
export async function getAllGroups(queries: Queries, now: Date): Promise<Map<string, GrantedGroup[]>> {
  return groupByPlayer(await store.selectMemberships(queries, now).execute())
}

/** C18: the memberships that hold and match, with who holds them, a page at a time. Throws `search.too_long`. */
export async function listMemberships(
  { database, clock }: Dependencies,
  { find, group, sort, direction, page, size }: Query<typeof operatorListMemberships>,
): Promise<Reply<typeof operatorListMemberships>> {
  const now = clock.now()
  const listPage = { sort, direction, limit: size, offset: (page - 1) * size }
  const { rows, total } = await withSearchTimeout(database, async (tx) => ({
    rows: await store.selectMembershipPage(tx, now, { find, group }, listPage),
    total: await store.countMemberships(tx, now, { find, group }),
  }))
  return { rows: rows.flatMap(toMembershipViews), total }
}

/** C18: the memberships that hold and match, in steps, by SteamID64. Throws `search.too_long`. */
export async function* exportMemberships(
  { database, clock }: Dependencies,
  filter: Query<typeof operatorExportMemberships>,
): AsyncGenerator<MembershipView[]> {
  const now = clock.now()
  const steps = searchInSteps<store.MembershipRow>(database, (tx, after, limit) =>
    store.selectMembershipsAfter(tx, now, filter, { after, limit }),
  )
  for await (const rows of steps) yield rows.flatMap(toMembershipViews)
}

function toMembershipViews(row: store.MembershipRow): MembershipView[] {
  const group = parseGroup(row.group_name)
  if (!group) return []
  const { steamId, username, avatar } = toIdentity({ ...row, avatar_source: row.avatar_source ?? 'steam' })
  const terms = { expires: row.expires_at?.getTime() ?? null, granted: row.granted_at.getTime() }
  return [{ steamId, username, avatar, group, ...terms, known: row.user_id !== null }]
}

/** C18: the memberships of one player that hold. */
export async function getMembershipsOfPlayer(
  { database, clock }: ReadContext,
  steamId: string,
): Promise<{ group: GrantedGroup; expires: number | null; granted: number }[]> {
  const rows = await store.selectMemberships(database, clock.now()).where('steam_id', '=', steamId).execute()
  return rows.flatMap((row) => {
    const group = parseGroup(row.group_name)
    const granted = row.granted_at.getTime()
    return group ? [{ group, expires: row.expires_at?.getTime() ?? null, granted }] : []
  })
}

/**
 * C18: adds a player to a group until `expires` (ms since 1970, UTC), or permanently. A new operator has the role of owners where
 * none is `wanted`. Throws what `saveOperator` throws.
 */
export async function grantGroup(
  context: Dependencies,
  membership: Membership,
  by: OperatorCaller = operatorToken,
  wanted: RoleAssignment = {},
  writeAudit: WriteAudit = noAudit,
): Promise<Membership> {
  const { steamId, group, expires } = membership
  const ends = toDate(expires)
  await context.database.transaction().execute(async (tx) => {
    if (group === 'op') await saveOperator(tx, context, { steamId, ends, wanted }, by)
    await store.saveMembership(tx, {
      steam_id: steamId,
      group_name: group,
      expires_at: ends,
      granted_at: context.clock.now(),
    })
    await writeAudit(tx)
  })
  return membership
}

/** C18: removes a player from a group; operator sign-in links end with it. Throws what `removeOperatorRole` throws. */
export async function revokeGroup(
  context: Dependencies,
  steamId: string,
  group: GrantedGroup,
  by: OperatorCaller = operatorToken,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    if (group === 'op') await removeOperatorRole(tx, context, steamId, by)
    await store.deleteMembership(tx, steamId, group)
    await writeAudit(tx)
  })
}

function groupByPlayer(
  rows: readonly { steam_id: string; group_name: string }[],
): Map<string, GrantedGroup[]> {
  const held = Map.groupBy(rows, (row) => row.steam_id)
  return new Map(
    [...held].map(([steamId, of]) => [
      steamId,
      sortForBadges(of.flatMap((row) => parseGroup(row.group_name) ?? [])),
    ]),
  )
}

function parseGroup(name: string): GrantedGroup | undefined {
  return grantedGroups.find((group) => group === name)
}
