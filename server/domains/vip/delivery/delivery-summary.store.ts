import type { Queries } from '../../../platform/database/index.ts'

/** Selects the game servers whose last delivery failed, and why. */
export function selectFailingDeliveries(queries: Queries) {
  return queries
    .selectFrom('vip_deliveries')
    .innerJoin('servers', 'servers.id', 'vip_deliveries.server_id')
    .select(['servers.id', 'servers.name', 'vip_deliveries.problem'])
    .where('vip_deliveries.problem', '<>', '')
    .where('servers.rcon_password', 'is not', null)
    .orderBy('servers.name')
    .orderBy('servers.id')
    .execute()
}
