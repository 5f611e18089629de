import type { Queries } from '../../../platform/database/index.ts'
import { notifyRegistryChanged } from '../registry/registry.store.ts'

/** What is known of the version that Steam requires. */
export interface GameVersionCheck {
  /** Null until Steam answered. */
  required: number | null
  /** Since when the portal knows of it. */
  since: Date | null
  checkedAt: Date | null
  /** Why the last check failed; empty after a success. */
  problem: string
}

export async function getGameVersionCheck(queries: Queries): Promise<GameVersionCheck> {
  const row = await queries.selectFrom('game_version_check').selectAll().executeTakeFirstOrThrow()
  return {
    required: row.required_version,
    since: row.required_since,
    checkedAt: row.checked_at,
    problem: row.problem,
  }
}

/** Whether a registered or a rented server runs the game. */
export async function hasCs2Server(queries: Queries): Promise<boolean> {
  const { found } = await queries
    .selectNoFrom((row) =>
      row
        .or([
          row.exists(
            row.selectFrom('server_status').select('server_id').where('game_version', 'is not', null),
          ),
          row.exists(row.selectFrom('rental_instances').select('rental_id').where('removed_at', 'is', null)),
        ])
        .as('found'),
    )
    .executeTakeFirstOrThrow()
  return found === true
}

/** Stores what Steam answered. A new version changes which servers are outdated: the list is made again. */
export async function saveRequiredVersion(queries: Queries, required: number, now: Date): Promise<void> {
  await queries.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('game_version_check')
      .select('required_version')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const isNew = before.required_version !== required
    await tx
      .updateTable('game_version_check')
      .set({
        checked_at: now,
        problem: '',
        ...(isNew && { required_version: required, required_since: now }),
      })
      .execute()
    if (isNew) await notifyRegistryChanged(tx)
  })
}

export async function saveCheckFailure(queries: Queries, problem: string, now: Date): Promise<void> {
  await queries.updateTable('game_version_check').set({ checked_at: now, problem }).execute()
}
