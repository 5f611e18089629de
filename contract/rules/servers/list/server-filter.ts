import type { Server } from '../../../api/servers/servers.ts'
import { currentPlayers, isFull } from './player-slots.ts'

/** What the toolbar holds (document 1 §3). `hideFull` is that document's `fullOnly`. */
export interface ServerFilter {
  search: string
  modes: readonly string[]
  maps: readonly string[]
  regions: readonly string[]
  hideFull: boolean
  hideEmpty: boolean
  hideOffline: boolean
}

/** D5. */
export const defaultFilter: ServerFilter = {
  search: '',
  modes: [],
  maps: [],
  regions: [],
  hideFull: true,
  hideEmpty: false,
  hideOffline: true,
}

/** D13: the name the operator gave for display, unless it is blank. */
export function displayName(server: Pick<Server, 'name' | 'name_display'>): string {
  return server.name_display.trim() === '' ? server.name : server.name_display
}

/** D12: `open` 0 means offline. */
export function isOnline(server: Pick<Server, 'open'>): boolean {
  return Number(server.open) !== 0
}

/** Whether the operator works on it: players see that it is there, and are sent nowhere. */
export function isInMaintenance(server: Pick<Server, 'maintenance'>): boolean {
  return server.maintenance !== undefined
}

/** Whether its game is too old for players to join. One that does not answer is offline in the first place. */
export function isOutdated(server: Pick<Server, 'open' | 'outdated'>): boolean {
  return server.outdated === true && isOnline(server)
}

/** D13: the part of the filter the API applies: modes, maps and regions; an empty list lets everything through. */
export function matchesSelection(
  server: Pick<Server, 'category' | 'map' | 'region'>,
  lists: Record<'modes' | 'maps' | 'regions', readonly string[] | ReadonlySet<string>>,
): boolean {
  const among = (list: readonly string[] | ReadonlySet<string>, value: string) =>
    'size' in list ? list.size === 0 || list.has(value) : list.length === 0 || list.includes(value)
  return (
    among(lists.modes, server.category) &&
    among(lists.maps, server.map) &&
    among(lists.regions, server.region)
  )
}

/** D11: trimmed, case-insensitive part of the display name or of the name. */
export function matchesSearch(server: Pick<Server, 'name' | 'name_display'>, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return true
  return server.name.toLowerCase().includes(wanted) || server.name_display.toLowerCase().includes(wanted)
}

/**
 * D12: why a server is not shown, or null when it is. Full and empty are asked of online servers only. One in maintenance
 * does not count as offline: players look for it and read why they cannot join.
 */
export function getHiddenReason(
  server: Server,
  filter: Pick<ServerFilter, 'hideFull' | 'hideEmpty' | 'hideOffline'>,
): 'offline' | 'full' | 'empty' | null {
  if (!isOnline(server)) return filter.hideOffline && !isInMaintenance(server) ? 'offline' : null
  if (filter.hideFull && isFull(server)) return 'full'
  if (filter.hideEmpty && currentPlayers(server) === 0) return 'empty'
  return null
}

/** D10–D12 together. */
export function filterServers(servers: readonly Server[], filter: ServerFilter): Server[] {
  return servers.filter(
    (server) =>
      matchesSelection(server, filter) &&
      matchesSearch(server, filter.search) &&
      getHiddenReason(server, filter) === null,
  )
}
