import { translate } from '../../locales/translate.ts'
import { showToast } from '../../ui/messages/toast-store.ts'
import type { ApiError } from '../api/api-error.ts'
import { getSession, clearSession } from './session.ts'
import { openSignIn } from '../sign-in/sign-in-dialog-store.ts'

/**
 * The portal refused a call that showed this token. Where it is the token of the present session, the session has ended,
 * which is said once (the operators' calls know it as nobody's); or it owes its second factor, which is asked for.
 */
export function handleRefusedSession(code: ApiError['code'], token: string | undefined): void {
  if (token === undefined || token !== getSession()?.token) return
  if (code === 'session.invalid' || code === 'operator.unauthorized') {
    clearSession(true)
    showToast({ tone: 'bad', title: translate(($) => $.errors['session.invalid']) })
  }
  if (code === 'session.second_factor_due') openSignIn('secondFactor')
}
