/** What the address of one of these pages brings along that must not stay in it. */
export interface Arrival {
  path: string
  token: string | null
  email: string | null
  error: string | null
}

/** C3, C9, A8: the pages whose address holds a token when the browser arrives there. */
const arrivals = ['/auth/steam/callback', '/auth/steam/bind/callback', '/auth/link', '/reset-password']

const none: Arrival = { path: '', token: null, email: null, error: null }
let held = none

/** What an address brings, and the address without it; null where there is nothing to take out. */
export function readArrival(href: string): { arrival: Arrival; cleaned: string } | null {
  const { pathname, searchParams, hash } = new URL(href)
  const path = pathname.replace(/\/+$/, '')
  if (!arrivals.includes(path)) return null
  const inHash = new URLSearchParams(hash.slice(1))
  const brought = (name: string) => searchParams.get(name) ?? inHash.get(name)
  const arrival = { path, token: brought('token'), email: brought('email'), error: brought('error') }
  for (const name of ['token', 'email', 'error']) searchParams.delete(name)
  const query = searchParams.toString()
  return { arrival, cleaned: query === '' ? pathname : `${pathname}?${query}` }
}

/** C3: takes the tokens out of the address, before anything else happens on the page. */
export function arrive(): void {
  const read = readArrival(location.href)
  if (read === null) return
  held = read.arrival
  history.replaceState(history.state, '', read.cleaned)
}

/** What the address of this page brought; nothing where the browser arrived elsewhere. */
export function arrivalAt(path: string): Arrival {
  return held.path === path ? held : none
}

/** It is used up. */
export function forgetArrival(): void {
  held = none
}
