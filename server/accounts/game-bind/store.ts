import type { Insertable } from 'kysely'
import type { Queries } from '../../database/index.ts'
import type { GameBindCodes } from '../../database/types.generated.ts'

/** Which of these servers the operator marked, and can be told anything. */
export async function selectMayBind(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('servers')
    .select('id')
    .where('id', 'in', ids)
    .where('may_bind', '=', true)
    .where('rcon_password', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Stores a player's code; the one before is worth nothing any more. */
export async function saveCode(tx: Queries, row: Insertable<GameBindCodes>): Promise<void> {
  const { hash, server_id, expires_at } = row
  await tx
    .insertInto('game_bind_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('steam_id').doUpdateSet({ hash, server_id, expires_at }))
    .execute()
}
