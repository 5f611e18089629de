import { chooseLanguage } from '../locales/index.ts'
import { keepInTab, keptInTab } from './kept.ts'

/** What the address of one of these pages brings along that must not stay in it. */
export interface Arrival {
  path: string
  token: string | null
  email: string | null
  error: string | null
  /** What the mail was written in that the link came with. */
  language: string | null
}

/** C3, C9, A8: the pages whose address holds a token when the browser arrives there. */
const arrivals = ['/auth/steam/callback', '/auth/steam/bind/callback', '/auth/link', '/reset-password']

const none: Arrival = { path: '', token: null, email: null, error: null, language: null }
/** C8: where this tab keeps the link of a reset. */
const resetPath = '/reset-password'
const resetKey = 'resetLink'
let held = none

/** What an address brings, and the address without it; null where there is nothing to take out. */
export function readArrival(href: string): { arrival: Arrival; cleaned: string } | null {
  const { pathname, searchParams, hash } = new URL(href)
  const path = pathname.replace(/\/+$/, '')
  if (!arrivals.includes(path)) return null
  const inHash = new URLSearchParams(hash.slice(1))
  const brought = (name: string) => searchParams.get(name) ?? inHash.get(name)
  const names = ['token', 'email', 'error', 'language'] as const
  const [token, email, error, language] = names.map(brought)
  const arrival = {
    path,
    token: token ?? null,
    email: email ?? null,
    error: error ?? null,
    language: language ?? null,
  }
  for (const name of names) searchParams.delete(name)
  const query = searchParams.toString()
  return { arrival, cleaned: query === '' ? pathname : `${pathname}?${query}` }
}

/** C3: takes the tokens out of the address, before anything else happens on the page. */
export function arrive(): void {
  const read = readArrival(location.href)
  if (read === null) return
  held = read.arrival.path === resetPath ? keepReset(read.arrival) : read.arrival
  chooseLanguage(held.language)
  history.replaceState(history.state, '', read.cleaned)
}

/** What the address of this page brought; nothing where the browser arrived elsewhere. */
export function arrivalAt(path: string): Arrival {
  return held.path === path ? held : none
}

/** It is used up. */
export function forgetArrival(): void {
  if (held.path === resetPath) keepInTab(resetKey, null)
  held = none
}

/**
 * C8: the link of a reset outlives a reload and a change of the language in this tab; the address brings it once. The token works
 * once and for half an hour.
 */
function keepReset(arrival: Arrival): Arrival {
  if (arrival.token === null || arrival.email === null) return { ...arrival, ...readReset() }
  keepInTab(resetKey, JSON.stringify({ token: arrival.token, email: arrival.email }))
  return arrival
}

function readReset(): Partial<Arrival> {
  try {
    const { token, email } = JSON.parse(keptInTab(resetKey) ?? '{}') as Partial<Arrival>
    return typeof token === 'string' && typeof email === 'string' ? { token, email } : {}
  } catch {
    return {}
  }
}
