import type { Insertable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { RconCommands } from '../../../platform/database/types.generated.ts'

export async function insertRconCommand(queries: Queries, row: Insertable<RconCommands>): Promise<void> {
  await queries.insertInto('rcon_commands').values(row).execute()
}

/** Selects the recent commands of a server, newest first. */
export function selectRecentRconCommands(queries: Queries, serverId: string, limit: number) {
  return queries
    .selectFrom('rcon_commands')
    .selectAll()
    .where('server_id', '=', serverId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function deleteRconCommandsBefore(queries: Queries, before: Date): Promise<void> {
  await queries.deleteFrom('rcon_commands').where('at', '<', before).execute()
}

export function selectServerMaps(queries: Queries, serverId: string) {
  return queries
    .selectFrom('server_maps')
    .select(['maps', 'asked_at'])
    .where('server_id', '=', serverId)
    .executeTakeFirst()
}

/** Keeps what a server named, if it is still registered. */
export async function upsertServerMaps(
  queries: Queries,
  serverId: string,
  maps: readonly string[],
  now: Date,
): Promise<void> {
  await queries
    .insertInto('server_maps')
    .columns(['server_id', 'maps', 'asked_at'])
    .expression((of) =>
      of
        .selectFrom('servers')
        .select((row) => ['servers.id', row.val([...maps]).as('maps'), row.val(now).as('asked_at')])
        .where('servers.id', '=', serverId),
    )
    .onConflict((conflict) =>
      conflict.column('server_id').doUpdateSet((row) => ({
        maps: row.ref('excluded.maps'),
        asked_at: row.ref('excluded.asked_at'),
      })),
    )
    .execute()
}
