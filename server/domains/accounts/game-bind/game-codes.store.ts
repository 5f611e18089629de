import { type Insertable, sql } from 'kysely'
import { type Queries, deleteInSlices } from '../../../platform/database/index.ts'
import type { GameBindCodes } from '../../../platform/database/types.generated.ts'

/** Stores a player's code; the one before is worth nothing any more. */
export async function saveGameCode(tx: Queries, row: Insertable<GameBindCodes>): Promise<void> {
  const { hash, server_id, expires_at } = row
  await tx
    .insertInto('game_bind_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('steam_id').doUpdateSet({ hash, server_id, expires_at }))
    .execute()
}

/** Uses a code of the game up; undefined for one that is unknown, used or old. */
export function consumeGameCode(
  tx: Queries,
  hash: Buffer,
  now: Date,
): Promise<{ steam_id: string } | undefined> {
  return tx
    .deleteFrom('game_bind_codes')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('steam_id')
    .executeTakeFirst()
}

export async function deleteExpiredGameCodes(queries: Queries, now: Date): Promise<void> {
  await deleteInSlices(queries, 'game_bind_codes', sql`expires_at <= ${now}`)
}
