import { keep, kept } from '../../app/kept.ts'
import { rememberPage } from '../../app/landing.ts'
import { currentBinding, type Binding } from '../../app/session.ts'

/** The bind token with which this browser went to the provider. */
const key = 'steamBinding'

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
