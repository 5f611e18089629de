import type { Server } from '../../../api/servers/servers.ts'
import { quickJoinMinFreeSlots, quickJoinMinFreeSlotsVip } from '../../../limits.ts'
import { isInMaintenance, isOnline, isOutdated } from './server-filter.ts'
import { freeSlots } from './player-slots.ts'

/** E1. */
export const quickJoinCategories = ['deathmatch', 'retakes', '1v1', 'public'] as const

export type QuickJoinCategory = (typeof quickJoinCategories)[number]

/** E1: by the text of the server's category, whatever its case. */
export function isInQuickJoinCategory(
  server: Pick<Server, 'category'>,
  category: QuickJoinCategory,
): boolean {
  const text = server.category.toLowerCase()
  if (category === 'deathmatch') return text.includes('deathmatch') || text.includes('dm')
  return text.includes(category)
}

/**
 * E3, E4: returns the online servers of a category with enough free slots: 4, or 1 for a holder of any
 * membership. Servers with a password, in maintenance or of an outdated game are excluded.
 */
export function findQuickJoinServers(
  servers: readonly Server[],
  category: QuickJoinCategory,
  holdsMembership: boolean,
): Server[] {
  const needed = holdsMembership ? quickJoinMinFreeSlotsVip : quickJoinMinFreeSlots
  return servers.filter(
    (server) =>
      isOnline(server) &&
      !server.locked &&
      !isInMaintenance(server) &&
      !isOutdated(server) &&
      isInQuickJoinCategory(server, category) &&
      freeSlots(server) >= needed,
  )
}

/**
 * E3: among the servers of `quickJoinServers`, those with the fewest free slots, one at random.
 * @param random a number in [0, 1)
 */
export function pickQuickJoinServer(servers: readonly Server[], random: number): Server | null {
  const fewest = Math.min(...servers.map(freeSlots))
  const best = servers.filter((server) => freeSlots(server) === fewest)
  return best[Math.floor(random * best.length)] ?? null
}
