import type { Server } from '../../../api/servers/servers.ts'
import { displayName } from './server-filter.ts'
import { compareNames } from '../../shared/names.ts'
import { currentPlayers, maxPlayers } from './player-slots.ts'

export type SortColumn = 'name' | 'players'
export type ServerSort = { column: SortColumn; direction: 'ascending' | 'descending' } | null

/** D6. */
export const defaultSort: ServerSort = { column: 'players', direction: 'descending' }

/** D6: a click on a column cycles ascending, descending, none; another column starts over. */
export function nextSort(sort: ServerSort, column: SortColumn): ServerSort {
  if (sort?.column !== column) return { column, direction: 'ascending' }
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null
}

/** Where a player connects, and the last tie-break of every order. */
export function formatServerAddress(server: Pick<Server, 'ip' | 'port'>): string {
  return server.ip.includes(':') ? `[${server.ip}]:${server.port}` : `${server.ip}:${server.port}`
}

interface SortKeys {
  pin: number
  name: string
  current: number
  star: number
  max: number
  address: string
}

interface SortEntry {
  keys: SortKeys
  server: Server
  place: number
}

/** Most of a sort of 5,000 servers is making their keys; a server object never changes, so they are made once. */
const sortKeyCache = new WeakMap<Server, SortKeys>()

function getSortKeys(server: Server): SortKeys {
  const known = sortKeyCache.get(server)
  if (known !== undefined) return known
  const made = {
    pin: Math.max(0, server.ontop),
    name: displayName(server),
    current: currentPlayers(server),
    star: server.star,
    max: maxPlayers(server),
    address: formatServerAddress(server),
  }
  sortKeyCache.set(server, made)
  return made
}

/**
 * D6, D7, E4: pinned servers first, higher `ontop` first; then the chosen column; ties by star and max
 * descending and ip:port ascending, in both directions. No sort keeps the given order behind the pins.
 */
export function sortServers(servers: readonly Server[], sort: ServerSort): Server[] {
  const ranked = servers.map((server, place): SortEntry => ({ keys: getSortKeys(server), server, place }))
  return ranked
    .toSorted((a, b) => b.keys.pin - a.keys.pin || compareByColumn(a, b, sort))
    .map(({ server }) => server)
}

function compareByColumn(one: SortEntry, other: SortEntry, sort: ServerSort): number {
  if (sort === null) return one.place - other.place
  const [a, b] = [one.keys, other.keys]
  const sign = sort.direction === 'ascending' ? 1 : -1
  if (sort.column === 'name') return sign * compareNames(a.name, b.name) || compareText(a.address, b.address)
  return (
    sign * (a.current - b.current) || b.star - a.star || b.max - a.max || compareText(a.address, b.address)
  )
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
