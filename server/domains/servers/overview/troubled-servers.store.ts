import type { Queries } from '../../../platform/database/index.ts'

/** The servers that were asked and that players may join, with their status and the version that Steam requires. */
export function selectWatchedServers(queries: Queries) {
  return queries
    .selectFrom('servers')
    .innerJoin('server_status as status', 'status.server_id', 'servers.id')
    .select(['id', 'ip', 'port', 'name', 'name_display', 'state', 'offline_since', 'game_version'])
    .select((row) => row.selectFrom('game_version_check').select('required_version').as('required_version'))
    .where('hidden', '=', false)
    .where('maintenance', '=', false)
    .orderBy('id')
    .execute()
}
