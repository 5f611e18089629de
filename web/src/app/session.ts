import type { Identity } from '@clutch/contract/api/auth.ts'
import { sessionLifetimeMs } from '@clutch/contract/limits.ts'
import { useSyncExternalStore } from 'react'
import { createStore } from '../ui/store.ts'
import { keep, kept } from './kept.ts'
import { holds } from './token.ts'

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

/** C13: the keys of what is kept in this browser. */
const ofSession = { user: 'user', loginTime: 'loginTime', token: 'token' } as const
const ofBinding = { token: 'email_bind_token', email: 'bindingEmail' } as const

const store = createStore<Session | null>(readAtLoad(Date.now()))
let refused = false

/** Who is signed in; null for nobody. */
export function useSession(): Session | null {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** The same, outside React. */
export function currentSession(): Session | null {
  return store.get()
}

/** G22: whether the last session of this page was ended by the portal, and not by its user. */
export function wasRefused(): boolean {
  return refused
}

/** Signs in on this page and keeps it for the next visit (C13). A binding has reached its end. */
export function beginSession(session: Session): void {
  forget(ofBinding)
  refused = false
  keep(ofSession.user, JSON.stringify(session.user))
  keep(ofSession.loginTime, String(Date.now()))
  keep(ofSession.token, session.token)
  store.set(session)
}

/** The name or picture of who is signed in has changed. */
export function changeUser({ steamId, username, avatar }: Identity): void {
  const session = store.get()
  if (session?.user.steamId !== steamId) return
  if (session.user.username === username && session.user.avatar === avatar) return
  const user = { steamId, username, avatar }
  keep(ofSession.user, JSON.stringify(user))
  store.set({ ...session, user })
}

/** C15: forgets who was signed in, and every token. Telling the portal is the caller's matter, unless it was the portal who refused. */
export function forgetSession(byPortal = false): void {
  refused = byPortal
  forget(ofBinding)
  endHere()
}

/** C5: keeps the bind token and whose it is. */
export function beginBinding({ email, token }: Binding): void {
  keep(ofBinding.token, token)
  keep(ofBinding.email, email)
}

/** C5: the binding this browser began and that has not expired; null for none. */
export function currentBinding(): Binding | null {
  const token = kept(ofBinding.token)
  return holds(token, Date.now()) ? { token, email: kept(ofBinding.email) ?? '' } : null
}

/** C14: an expired bind token is removed; without a token that holds nobody is signed in. */
export function checkSession(now = Date.now()): void {
  const bindToken = kept(ofBinding.token)
  if (bindToken !== null && !holds(bindToken, now)) keep(ofBinding.token, null)
  if (!holds(kept(ofSession.token), now)) endHere()
}

/** What another tab of this browser did, signing in or out, is done here too. Returns how to stop. */
export function followOtherTabs(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key !== null && key !== ofSession.token && key !== ofSession.user) return
    const now = readKept(Date.now())
    if (JSON.stringify(now) !== JSON.stringify(store.get())) store.set(now)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

function endHere(): void {
  forget(ofSession)
  if (store.get() !== null) store.set(null)
}

function forget(keys: Readonly<Record<string, string>>): void {
  for (const key of Object.values(keys)) keep(key, null)
}

/** C13: what an earlier visit kept; a user older than a session can be is removed. */
function readAtLoad(now: number): Session | null {
  const session = readKept(now)
  if (session === null && kept(ofSession.user) !== null) forget(ofSession)
  return session
}

function readKept(now: number): Session | null {
  const token = kept(ofSession.token)
  const user = readUser(kept(ofSession.user))
  const since = Number(kept(ofSession.loginTime))
  if (user === null || !holds(token, now) || !(now - since < sessionLifetimeMs)) return null
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
