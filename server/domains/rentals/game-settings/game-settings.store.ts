import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { currentRequestId, rentalsChannel } from '../rentals.store.ts'

export function selectGameSettings(queries: Queries) {
  return queries.selectFrom('game_settings').selectAll().executeTakeFirstOrThrow()
}

export function lockGameSettings(tx: Queries) {
  return tx.selectFrom('game_settings').selectAll().forUpdate().executeTakeFirstOrThrow()
}

export async function updateGameSettings(
  tx: Queries,
  change: {
    revision: number
    nightly_hour?: number | null
    workshop_collection?: string | null
    workshop_key?: string | null
  },
): Promise<void> {
  await tx.updateTable('game_settings').set(change).execute()
}

/** Makes every rental with a server due, with another revision of its files if they have to be written again. */
export async function scheduleServers(
  tx: Queries,
  now: Date,
  { rewrite }: { rewrite: boolean },
): Promise<void> {
  await sql`with changed as (
      update rentals set due_at = least(due_at, ${now}), rev = rev + ${rewrite ? 1 : 0},
        request_id = coalesce(${currentRequestId()}::text, request_id)
      where id in (select rental_id from rental_instances where removed_at is null) returning id)
    select pg_notify(${rentalsChannel}, id::text) from changed`.execute(tx)
}
