import type { HistoryLocation, HistoryState } from './page-history.ts'
import { parseSearch, type PageSearch } from '../routes/page-search.ts'

/** An entry of the browser's history. */
export interface PageLocation {
  /** Path, query and hash, as the address bar shows them. */
  href: string
  /** Decoded; without slashes at its end. */
  pathname: string
  search: PageSearch
  /** The query with its `?`; empty for none. */
  searchStr: string
  /** Decoded, without its `#`. */
  hash: string
  state: HistoryState
}

export function readLocation({ href, pathname, search, hash, state }: HistoryLocation): PageLocation {
  return {
    href,
    pathname: decode(toCanonicalPath(pathname)),
    search: parseSearch(search),
    searchStr: search,
    hash: decode(hash.slice(1)),
    state,
  }
}

/** A path without repeated slashes and without one at its end. */
export function toCanonicalPath(path: string): string {
  return path.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
}

function decode(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
