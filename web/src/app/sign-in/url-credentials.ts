import { chooseLanguage } from '../../locales/index.ts'
import { writeTabStored, readTabStored } from '../browser/browser-storage.ts'
import { toCanonicalPath } from '../router/page-location.ts'

/** What the address of one of these pages brings along that must not stay in it. */
export interface UrlCredentials {
  path: string
  token: string | null
  email: string | null
  error: string | null
  /** What the mail was written in that the link came with. */
  language: string | null
}

/** C3, C9, A8: the pages whose address holds a token when the browser arrives there. */
const credentialPaths = ['/auth/steam/callback', '/auth/steam/bind/callback', '/auth/link', '/reset-password']

const noCredentials: UrlCredentials = { path: '', token: null, email: null, error: null, language: null }
/** C8: where this tab keeps the link of a reset. */
const resetPath = '/reset-password'
const resetKey = 'resetLink'
let credentials = noCredentials

/** What an address brings, and the address without it; null where there is nothing to take out. */
export function extractUrlCredentials(href: string): { arrival: UrlCredentials; cleaned: string } | null {
  const { pathname, searchParams, hash } = new URL(href)
  const path = toCanonicalPath(pathname)
  if (!credentialPaths.includes(path)) return null
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
export function captureUrlCredentials(): void {
  const read = extractUrlCredentials(location.href)
  if (read === null) return
  credentials = read.arrival.path === resetPath ? keepResetLink(read.arrival) : read.arrival
  chooseLanguage(credentials.language)
  history.replaceState(history.state, '', read.cleaned)
}

/** What the address of this page brought; nothing where the browser arrived elsewhere. */
export function getUrlCredentials(path: string): UrlCredentials {
  return credentials.path === path ? credentials : noCredentials
}

/** It is used up. */
export function clearUrlCredentials(): void {
  if (credentials.path === resetPath) writeTabStored(resetKey, null)
  credentials = noCredentials
}

/**
 * C8: the link of a reset outlives a reload and a change of the language in this tab; the address brings it once. The token works
 * once and for half an hour.
 */
function keepResetLink(arrival: UrlCredentials): UrlCredentials {
  if (arrival.token === null || arrival.email === null) return { ...arrival, ...readResetLink() }
  writeTabStored(resetKey, JSON.stringify({ token: arrival.token, email: arrival.email }))
  return arrival
}

function readResetLink(): Partial<UrlCredentials> {
  try {
    const { token, email } = JSON.parse(readTabStored(resetKey) ?? '{}') as Partial<UrlCredentials>
    return typeof token === 'string' && typeof email === 'string' ? { token, email } : {}
  } catch {
    return {}
  }
}
