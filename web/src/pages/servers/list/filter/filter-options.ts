import type { Server } from '@clutch/contract/api/servers/servers.ts'
import type { FilterOptions } from '@clutch/contract/rules/servers/list/filter-query.ts'
import { gameModes } from '@clutch/contract/rules/servers/game-modes.ts'

/** D10: the modes, maps and regions an unfiltered list shows: modes in the order of D17, the others by name. */
export function learnOptions(servers: readonly Server[]): FilterOptions {
  const modes = new Set<string>(servers.map((server) => server.category))
  return {
    modes: gameModes.filter((mode) => modes.has(mode)),
    maps: uniqueSorted(servers.map((server) => server.map)),
    regions: uniqueSorted(servers.map((server) => server.region)),
  }
}

/** What a dropdown offers: the values of the present list, and the chosen ones even when none is left of them. */
export function withChosen(values: readonly string[], chosen: readonly string[]): string[] {
  const gone = chosen.filter((value) => !values.includes(value))
  return gone.length === 0 ? [...values] : uniqueSorted([...values, ...gone])
}

function uniqueSorted(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '').toSorted()
}
