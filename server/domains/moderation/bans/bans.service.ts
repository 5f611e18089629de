import type { Query, Reply } from '@clutch/contract/api/call.ts'
import { type listBans, banPageSize } from '@clutch/contract/api/moderation/bans.ts'
import { getSanctionState } from '@clutch/contract/rules/moderation/sanctions.ts'
import type { AppContext } from '../../../platform/context.ts'
import { withSearchTimeout } from '../../../platform/database/index.ts'
import { countPublicBans, selectPublicBans } from './bans.store.ts'

/** The bans that everyone may see, a page at a time, the newest first. Throws `search.too_long`. */
export async function listPublicBans(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { find, page }: Query<typeof listBans>,
): Promise<Reply<typeof listBans>> {
  const now = clock.now().getTime()
  return withSearchTimeout(database, async (tx) => {
    const rows = await selectPublicBans(tx, find, { limit: banPageSize, offset: (page - 1) * banPageSize })
    return {
      rows: rows.map((row) => {
        const expires = row.expires_at?.getTime() ?? null
        const lifted = row.lifted_at && { at: row.lifted_at.getTime() }
        return {
          steamId: row.steam_id,
          name: row.known_name ?? row.player_name,
          reason: row.reason,
          created: row.created_at.getTime(),
          expires,
          state: getSanctionState({ expires, lifted }, now),
        }
      }),
      total: await countPublicBans(tx, find),
    }
  })
}
