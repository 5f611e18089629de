import type { NavigationError } from '../../app/navigation-error.ts'
import { createStore } from '../../ui/store.ts'
import { keep, kept } from '../../app/kept.ts'
import { rememberPage } from '../../app/landing.ts'
import { currentBinding, type Binding } from '../../app/session.ts'

/** The bind token with which this browser went to the provider. */
const key = 'steamBinding'

/** Why the way to the provider led to no binding, for the dialog that resumes it. */
interface Failure {
  /** Of the binding. */
  token: string
  why: NavigationError
}

export const failureStore = createStore<Failure | null>(null)

/** C19: notes that this browser began a binding at the provider, and where it was. */
export function leaveForProvider({ token }: Binding): void {
  keep(key, token)
  rememberPage()
}

/** C19: the binding that this browser itself began, once; null where somebody else's link led here. */
export function backFromProvider(): Binding | null {
  const begun = kept(key)
  keep(key, null)
  const binding = currentBinding()
  return binding !== null && binding.token === begun ? binding : null
}
