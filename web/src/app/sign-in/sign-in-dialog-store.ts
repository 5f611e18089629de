import { createStore, useStore } from '../../ui/state/store.ts'
import { writeTabStored, readTabStored } from '../browser/browser-storage.ts'
import { getBinding } from '../session/session.ts'

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
 * A7: Opens the sign-in dialog over the current page, whose address stays; an open dialog switches to that
 * mode. Resumes a started binding unless a mode is given.
 */
export function openSignIn(mode: SignInMode = getBinding() === null ? 'main' : 'steamBinding'): void {
  store.set(mode)
  writeTabStored(bindingKey, mode === 'steamBinding' ? 'yes' : null)
}

export function closeSignIn(): void {
  store.set(null)
  writeTabStored(bindingKey, null)
}

/** C5: opens the binding again that was shown before a reload, or before Steam was left without signing in. */
export function resumeBinding(): void {
  if (readTabStored(bindingKey) !== null && getBinding() !== null) openSignIn('steamBinding')
}

/** What the dialog shows now; null while it is closed. */
export function useSignInMode(): SignInMode | null {
  return useStore(store)
}

/** The same, outside React. */
export function getSignInMode(): SignInMode | null {
  return store.get()
}
