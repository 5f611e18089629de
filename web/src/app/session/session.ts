import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import { sessionLifetimeMs } from '@clutch/contract/limits.ts'
import { createStore, useStore } from '../../ui/state/store.ts'
import { writeStored, readStored } from '../browser/browser-storage.ts'
import { isTokenValid } from './session-token.ts'

/** Who is signed in on this page, and by which token. */
export interface Session {
  user: Identity
  token: string
}

/** C5: an e-mail account on its way to a SteamID. */
export interface Binding {
  email: string
  token: string
}

/** C13: The keys of the data stored in this browser. */
const sessionKeys = { user: 'user', loginTime: 'loginTime', token: 'token' } as const
const bindingKeys = { token: 'email_bind_token', email: 'bindingEmail' } as const

const store = createStore<Session | null>(readAtLoad(Date.now()), null)
let isRefusedByPortal = false

/** Returns the current session; null if signed out. */
export function useSession(): Session | null {
  return useStore(store)
}

/** The same, outside React. */
export function getSession(): Session | null {
  return store.get()
}

/** G22: whether the last session of this page was ended by the portal, and not by its user. */
export function wasEndedByPortal(): boolean {
  return isRefusedByPortal
}

/** Signs in on this page and keeps it for the next visit (C13). A binding has reached its end. */
export function beginSession(session: Session): void {
  removeKeys(bindingKeys)
  isRefusedByPortal = false
  writeStored(sessionKeys.user, JSON.stringify(session.user))
  writeStored(sessionKeys.loginTime, String(Date.now()))
  writeStored(sessionKeys.token, session.token)
  store.set(session)
}

/** The name or picture of who is signed in has changed. */
export function updateUser({ steamId, username, avatar }: Identity): void {
  const session = store.get()
  if (session?.user.steamId !== steamId) return
  if (session.user.username === username && session.user.avatar === avatar) return
  const user = { steamId, username, avatar }
  writeStored(sessionKeys.user, JSON.stringify(user))
  store.set({ ...session, user })
}

/**
 * C15: Removes the user and every token. The caller notifies the portal, unless the portal refused the
 * session.
 */
export function clearSession(byPortal = false): void {
  isRefusedByPortal = byPortal
  removeKeys(bindingKeys)
  clearStore()
}

/** C5: keeps the bind token and whose it is. */
export function beginBinding({ email, token }: Binding): void {
  writeStored(bindingKeys.token, token)
  writeStored(bindingKeys.email, email)
}

/** C5: the binding this browser began and that has not expired; null for none. */
export function getBinding(): Binding | null {
  const token = readStored(bindingKeys.token)
  return isTokenValid(token, Date.now()) ? { token, email: readStored(bindingKeys.email) ?? '' } : null
}

/** C14: Removes an expired bind token; signs the user out if there is no valid token. */
export function dropExpiredSession(now = Date.now()): void {
  const bindToken = readStored(bindingKeys.token)
  if (bindToken !== null && !isTokenValid(bindToken, now)) writeStored(bindingKeys.token, null)
  if (!isTokenValid(readStored(sessionKeys.token), now)) clearStore()
}

/** What another tab of this browser did, signing in or out, is done here too. Returns how to stop. */
export function watchOtherTabs(onSignIn: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key !== null && key !== sessionKeys.token && key !== sessionKeys.user) return
    const now = readStoredSession(Date.now())
    const before = store.get()
    if (JSON.stringify(now) === JSON.stringify(before)) return
    store.set(now)
    if (before === null) onSignIn()
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

function clearStore(): void {
  removeKeys(sessionKeys)
  if (store.get() !== null) store.set(null)
}

function removeKeys(keys: Readonly<Record<string, string>>): void {
  for (const key of Object.values(keys)) writeStored(key, null)
}

/** C13: Reads what an earlier visit stored; a user older than the session lifetime is removed. */
function readAtLoad(now: number): Session | null {
  const session = readStoredSession(now)
  if (session === null && readStored(sessionKeys.user) !== null) removeKeys(sessionKeys)
  return session
}

function readStoredSession(now: number): Session | null {
  const token = readStored(sessionKeys.token)
  const user = readUser(readStored(sessionKeys.user))
  const since = Number(readStored(sessionKeys.loginTime))
  if (user === null || !isTokenValid(token, now) || !(now - since < sessionLifetimeMs)) return null
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
