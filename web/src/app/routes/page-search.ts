import type { FilterQuery } from '@clutch/contract/rules/servers/list/filter-query.ts'

/** What the page's address may say after its `?`: strings only, the first of each name. */
export interface PageSearch extends FilterQuery, BoardSearch, SubscribeSearch, ReportSearch, BansSearch {
  /** A6: where the visitor came from; every in-app navigation carries it along. */
  from?: string
  /** F4: at `/store`, the code of a gift card that was sent as a link. */
  code?: string
  /** A7: at `/login`, opens e-mail login directly. */
  showEmailLogin?: string
}

/** What the address says about a board. */
export interface BoardSearch {
  /** I6: the id of a season, or `all`. */
  season?: string | undefined
  mode?: string | undefined
  /** The groups it is filtered by, comma-separated. */
  group?: string | undefined
}

/** Whom a report is about: a SteamID64, or a name on a server. */
export interface ReportSearch {
  player?: string | undefined
  server?: string | undefined
  name?: string | undefined
}

/** What of the bans is shown: those found by a name or SteamID64, and which page of them. */
export interface BansSearch {
  find?: string | undefined
  page?: string | undefined
}

/** F2: who the purchase page was opened for; it shows them and does nothing by them. */
export interface SubscribeSearch {
  username?: string | undefined
  steamid?: string | undefined
  server_name?: string | undefined
}

/** Reads any query string; nothing is an error, and nothing but a plain string comes out. */
export function parseSearch(query: string): PageSearch {
  const search: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) search[name] ??= value
  return { ...search }
}

/** The query string of a search, with its `?`; commas of lists stay readable. */
export function stringifySearch(search: object): string {
  const parts = Object.entries<unknown>({ ...search }).filter(
    (part): part is [string, string] => typeof part[1] === 'string',
  )
  const query = new URLSearchParams(parts).toString().replaceAll('%2C', ',')
  return query === '' ? '' : `?${query}`
}
