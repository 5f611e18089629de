import type * as z from 'zod/mini'
import type { membershipSchema } from '@clutch/contract/api/operator-boards.ts'
import { grantedGroups, inBadgeOrder } from '@clutch/contract/rules/groups.ts'
import type { GrantedGroup } from '@clutch/contract/rules/groups.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import * as store from './groups-store.ts'
import { deleteLinks } from './steam/tickets-store.ts'

type Parts = Pick<House, 'database' | 'clock'>
type Membership = z.infer<typeof membershipSchema>

/** C18: the groups that players hold at a time, each player's highest first; who holds none is left out. */
export async function groupsOf(
  queries: Queries,
  steamIds: readonly string[],
  now: Date,
): Promise<Map<string, GrantedGroup[]>> {
  if (steamIds.length === 0) return new Map()
  return byPlayer(await store.selectMemberships(queries, now).where('steam_id', 'in', steamIds).execute())
}

/** C18: whether a player is an operator at a time. */
export async function isOp(queries: Queries, steamId: string, now: Date): Promise<boolean> {
  return (await groupsOf(queries, [steamId], now)).get(steamId)?.includes('op') ?? false
}

/** The same of everybody who holds a group. */
export async function everybodysGroups(queries: Queries, now: Date): Promise<Map<string, GrantedGroup[]>> {
  return byPlayer(await store.selectMemberships(queries, now).execute())
}

/** C18: who is in which group now. */
export async function listMemberships({ database, clock }: Parts): Promise<Membership[]> {
  const rows = await store.selectMemberships(database, clock.now()).execute()
  return rows.flatMap((row) => {
    const group = readGroup(row.group_name)
    return group ? [{ steamId: row.steam_id, group, expires: row.expires_at?.getTime() ?? null }] : []
  })
}

/** C18: puts a player into a group until `expires` (ms since 1970, UTC), or for good. */
export async function grantGroup(house: Parts, membership: Membership): Promise<Membership> {
  const { steamId, group, expires } = membership
  await house.database.transaction().execute((tx) =>
    store.saveMembership(tx, {
      steam_id: steamId,
      group_name: group,
      expires_at: expires === null ? null : new Date(expires),
      granted_at: house.clock.now(),
    }),
  )
  return membership
}

/** C18: takes a player out of a group; the links that would sign an op in end with it. */
export async function revokeGroup({ database }: Parts, steamId: string, group: GrantedGroup): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await store.deleteMembership(tx, steamId, group)
    if (group === 'op') await deleteLinks(tx, steamId)
  })
}

function byPlayer(rows: readonly { steam_id: string; group_name: string }[]): Map<string, GrantedGroup[]> {
  const held = Map.groupBy(rows, (row) => row.steam_id)
  return new Map(
    [...held].map(([steamId, of]) => [
      steamId,
      inBadgeOrder(of.flatMap((row) => readGroup(row.group_name) ?? [])),
    ]),
  )
}

function readGroup(name: string): GrantedGroup | undefined {
  return grantedGroups.find((group) => group === name)
}
