import { defaultFilter, type ServerFilter } from './server-filter.ts'

/** What the page's address may say of the filter (D9); any string is taken, nothing is an error. */
export interface FilterQuery {
  s?: string
  modes?: string
  maps?: string
  regions?: string
  hide_full?: string
  hide_empty?: string
  hide_offline?: string
}

/** The values the first unfiltered load showed (D10). */
export interface FilterOptions {
  modes: readonly string[]
  maps: readonly string[]
  regions: readonly string[]
}

/** D10: letters, marks and digits of every script, whitespace and `# - _ .`; anything else makes the search empty. */
const searchPattern = /^[\p{L}\p{M}\p{N}\s#\-_.]*$/u

/** D13: a comma list without blanks and repetitions. */
export function parseCommaList(list: string | undefined): string[] {
  if (list === undefined) return []
  return [...new Set(list.split(',').map((part) => part.trim()))].filter((part) => part !== '')
}

/** D9, D10 (search): the filter an address asks for. Its lists are still to be checked by `keepKnown`. */
export function parseFilter(address: FilterQuery): ServerFilter {
  const search = address.s ?? ''
  return {
    search: searchPattern.test(search) ? search : '',
    modes: parseCommaList(address.modes),
    maps: parseCommaList(address.maps),
    regions: parseCommaList(address.regions),
    hideFull: address.hide_full !== 'false',
    hideEmpty: address.hide_empty === 'true',
    hideOffline: address.hide_offline !== 'false',
  }
}

/** D10: only values among the options stay. Returns the same object when nothing had to go. */
export function removeUnknownValues(filter: ServerFilter, options: FilterOptions): ServerFilter {
  const known = (list: readonly string[], among: readonly string[]) =>
    list.every((value) => among.includes(value)) ? list : list.filter((value) => among.includes(value))
  const modes = known(filter.modes, options.modes)
  const maps = known(filter.maps, options.maps)
  const regions = known(filter.regions, options.regions)
  const same = modes === filter.modes && maps === filter.maps && regions === filter.regions
  return same ? filter : { ...filter, modes, maps, regions }
}

/**
 * D9: returns the query of a filter; defaults are omitted, and so is a search that D10 would not read back.
 */
export function formatFilter(filter: ServerFilter): FilterQuery {
  const list = (values: readonly string[]) => (values.length > 0 ? values.join(',') : undefined)
  const entries: [keyof FilterQuery, string | undefined][] = [
    ['s', filter.search.trim() === '' || !searchPattern.test(filter.search) ? undefined : filter.search],
    ['modes', list(filter.modes)],
    ['maps', list(filter.maps)],
    ['regions', list(filter.regions)],
    ['hide_full', filter.hideFull === defaultFilter.hideFull ? undefined : 'false'],
    ['hide_empty', filter.hideEmpty === defaultFilter.hideEmpty ? undefined : 'true'],
    ['hide_offline', filter.hideOffline === defaultFilter.hideOffline ? undefined : 'false'],
  ]
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
