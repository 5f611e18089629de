import { useSyncExternalStore } from 'react'
import { createStore } from '../ui/store.ts'
import { keepInTab, keptInTab } from './kept.ts'
import { currentBinding } from './session.ts'

/** C1: what the sign-in dialog shows. */
export type SignInMode =
  | 'main'
  | 'emailLogin'
  | 'emailRegister'
  | 'resetPassword'
  | 'steamBinding'
  | 'secondFactor'
  | 'blocked'

const store = createStore<SignInMode | null>(null)

/** Whether this tab shows the binding, for the page that is loaded next in it. */
const bindingKey = 'bindingShown'

/**
 * A7: opens the sign-in dialog over the present page, whose address stays; where it is open it goes on to that mode. A binding that
 * has begun is resumed unless a mode is asked for.
 */
export function openSignIn(mode: SignInMode = currentBinding() === null ? 'main' : 'steamBinding'): void {
  store.set(mode)
  keepInTab(bindingKey, mode === 'steamBinding' ? 'yes' : null)
}

export function closeSignIn(): void {
  store.set(null)
  keepInTab(bindingKey, null)
}

/** C5: opens the binding again that was shown before a reload, or before Steam was left without signing in. */
export function resumeBinding(): void {
  if (keptInTab(bindingKey) !== null && currentBinding() !== null) openSignIn('steamBinding')
}

/** What the dialog shows now; null while it is closed. */
export function useSignInMode(): SignInMode | null {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** The same, outside React. */
export function signInMode(): SignInMode | null {
  return store.get()
}
