import type { Queries } from '../../database/index.ts'

/** Uses a code of the game up; undefined for one that is unknown, used or old. */
export function takeGameCode(
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
