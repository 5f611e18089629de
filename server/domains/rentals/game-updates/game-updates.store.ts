import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { isUpdatePending } from '../reconciler/facts/rental-facts.store.ts'
import { currentRequestId, rentalsChannel } from '../rentals.store.ts'

export function selectPolicy(queries: Queries) {
  return queries.selectFrom('game_update_policy').selectAll().executeTakeFirstOrThrow()
}

export async function updatePolicy(
  tx: Queries,
  change: {
    held_at?: Date | null
    hold_reason?: string
    deadline_at?: Date | null
    deadline_set_at?: Date | null
  },
): Promise<void> {
  await tx.updateTable('game_update_policy').set(change).execute()
}

/** Selects the hosts whose installed version is known. */
export function selectInstalledVersions(queries: Queries) {
  return queries
    .selectFrom('hosts')
    .select(['host_name', 'installed_version', 'installed_at'])
    .select(['update_state', 'update_started_at', 'update_ended_at', 'update_output'])
    .select(['update_action', 'update_argument', 'update_revision', 'install_state'])
    .orderBy('host_name')
    .execute()
}

/** Selects and locks what the command of a host does and reported. */
export function lockHost(tx: Queries, hostName: string) {
  return tx
    .selectFrom('hosts')
    .select(['update_state', 'update_revision', 'install_state'])
    .where('host_name', '=', hostName)
    .forUpdate()
    .executeTakeFirst()
}

/** Selects the instances that are not removed, with their rentals; servers of a host in the order of their ports. */
export function selectInstanceVersions(queries: Queries) {
  return queries
    .selectFrom('rental_instances as one')
    .innerJoin('rentals', 'rentals.id', 'one.rental_id')
    .select(['rentals.number', 'rentals.name'])
    .select([
      'one.host_name',
      'one.state',
      'one.players',
      'one.game_version',
      'one.update_version',
      'one.update_at',
    ])
    .where('one.removed_at', 'is', null)
    .where('one.state', '<>', 'stopping')
    .orderBy('one.host_name')
    .orderBy('one.port')
    .execute()
}

/** Makes every rental due that waits for an update. */
export async function schedulePendingUpdates(tx: Queries, now: Date): Promise<void> {
  await sql`with pending as (
      select one.rental_id from rental_instances as one join hosts on hosts.host_name = one.host_name
      where ${isUpdatePending}),
    changed as (
      update rentals set due_at = least(due_at, ${now}), request_id = coalesce(${currentRequestId()}::text, request_id)
        where id in (select rental_id from pending)
        and (due_at is null or due_at > ${now} or ${currentRequestId()}::text is not null) returning id)
    select pg_notify(${rentalsChannel}, id::text) from changed`.execute(tx)
}
