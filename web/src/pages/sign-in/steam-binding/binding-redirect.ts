import type { NavigationError } from '../../../app/navigation/navigation-error.ts'
import { createStore } from '../../../ui/state/store.ts'
import { writeStored, readStored } from '../../../app/browser/browser-storage.ts'
import { saveReturnPage } from '../../../app/sign-in/return-page.ts'
import { getBinding, type Binding } from '../../../app/session/session.ts'

/** The bind token with which this browser went to the provider. */
const key = 'steamBinding'

/** Why the way to the provider led to no binding, for the dialog that resumes it. */
interface BindingFailure {
  /** Of the binding. */
  token: string
  why: NavigationError
}

export const failureStore = createStore<BindingFailure | null>(null)

/** C19: notes that this browser began a binding at the provider, and where it was. */
export function startBindingRedirect({ token }: Binding): void {
  writeStored(key, token)
  saveReturnPage()
}

/** C19: Returns the binding that this browser itself began, once; null if another person's link led here. */
export function consumeBindingRedirect(): Binding | null {
  const begun = readStored(key)
  writeStored(key, null)
  const binding = getBinding()
  return binding !== null && binding.token === begun ? binding : null
}
