import { useSyncExternalStore } from 'react'
import { createStore } from '../ui/store.ts'

/** C1: what the sign-in dialog shows. */
export type SignInMode =
  'main' | 'emailLogin' | 'emailRegister' | 'resetPassword' | 'steamBinding' | 'secondFactor' | 'blocked'

const store = createStore<SignInMode | null>(null)

/** A7: opens the sign-in dialog over the present page, whose address stays; where it is open it goes on to that mode. */
export function openSignIn(mode: SignInMode = 'main'): void {
  store.set(mode)
}

export function closeSignIn(): void {
  store.set(null)
}

/** What the dialog shows now; null while it is closed. */
export function useSignInMode(): SignInMode | null {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** The same, outside React. */
export function signInMode(): SignInMode | null {
  return store.get()
}
