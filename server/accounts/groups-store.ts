import type { Insertable } from 'kysely'
import { notify } from '../database/index.ts'
import type { Queries } from '../database/index.ts'
import type { Memberships } from '../database/types.generated.ts'

/** NOTIFY after a membership changed. That one has ended by itself nobody tells. */
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

/** Holds a membership, and the place of one that nobody ever had, until the transaction ends; a new place has ended `now`. */
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
