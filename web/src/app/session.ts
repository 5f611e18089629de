import type { Identity } from '@clutch/contract/api/auth.ts'
import { sessionMs } from '@clutch/contract/limits.ts'
import { useSyncExternalStore } from 'react'
import { createStore } from '../ui/store.ts'

/** Who is signed in on this page, and by which token. */
export interface Session {
  user: Identity
  token: string
}

/** C13: the keys of what is kept in this browser. */
const keys = { user: 'user', loginTime: 'loginTime', token: 'token', bindToken: 'email_bind_token' } as const

const store = createStore<Session | null>(readStored(Date.now()))

/** Who is signed in; null for nobody. */
export function useSession(): Session | null {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** The same, outside React. */
export function currentSession(): Session | null {
  return store.get()
}

/** Signs in on this page and keeps it for the next visit (C13). */
export function beginSession(session: Session): void {
  keep(keys.user, JSON.stringify(session.user))
  keep(keys.loginTime, String(Date.now()))
  keep(keys.token, session.token)
  store.set(session)
}

/** C15: forgets who was signed in, and every token. Telling the portal is the caller's matter. */
export function forgetSession(): void {
  for (const key of Object.values(keys)) keep(key, null)
  store.set(null)
}

/** C13: what an earlier visit kept, unless it is older than a session can be. */
function readStored(now: number): Session | null {
  const token = kept(keys.token)
  const user = readUser(kept(keys.user))
  const since = Number(kept(keys.loginTime))
  if (token === null || user === null || !(now - since < sessionMs)) return null
  return { user, token }
}

function readUser(text: string | null): Identity | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Identity> | null
    if (typeof value?.steamId !== 'string' || typeof value.username !== 'string') return null
    return { steamId: value.steamId, username: value.username, avatar: String(value.avatar ?? '') }
  } catch {
    return null
  }
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The session then lives as long as this page.
  }
}
