import type { Server } from '@clutch/contract/api/servers/servers.ts'
import {
  getHiddenReason,
  isOnline,
  matchesSelection,
  matchesSearch,
  type ServerFilter,
} from '@clutch/contract/rules/servers/list/server-filter.ts'
import { currentPlayers } from '@clutch/contract/rules/servers/list/player-slots.ts'

/** The line under the title: the current activity, independent of the filter. */
export interface HeadCounts {
  players: number
  online: number
  total: number
  regions: number
}

export function countHead(servers: readonly Server[]): HeadCounts {
  const online = servers.filter(isOnline)
  return {
    players: online.reduce((sum, server) => sum + currentPlayers(server), 0),
    online: online.length,
    total: servers.length,
    regions: new Set(servers.map((server) => server.region)).size,
  }
}

/** How many servers play each mode, online or not. */
export function countModes(servers: readonly Server[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { category } of servers) counts.set(category, (counts.get(category) ?? 0) + 1)
  return counts
}

/** The line under the table: shown of those that match search and lists, and why the others are hidden. */
export interface FooterCounts {
  shown: number
  matching: number
  offline: number
  full: number
  empty: number
}

/** One pass over the list: the rows to show, in the given order, and the counts of the footer (D10–D12). */
export function filterRows(
  servers: readonly Server[],
  filter: ServerFilter,
): { rows: Server[]; counts: FooterCounts } {
  const hidden = { offline: 0, full: 0, empty: 0 }
  const rows: Server[] = []
  for (const server of servers) {
    if (!matchesSelection(server, filter) || !matchesSearch(server, filter.search)) continue
    const why = getHiddenReason(server, filter)
    if (why === null) rows.push(server)
    else hidden[why] += 1
  }
  const matching = rows.length + hidden.offline + hidden.full + hidden.empty
  return { rows, counts: { shown: rows.length, matching, ...hidden } }
}
