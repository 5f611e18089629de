import { translate } from '../../locales/translate.ts'
import { showToast } from '../../ui/messages/toast-store.ts'
import type { ApiError } from '../api/api-error.ts'
import { getSession, clearSession } from './session.ts'
import { openSignIn } from '../sign-in/sign-in-dialog-store.ts'

/**
 * Handles a refusal of a call that sent this token. If it is the current session's token, the session has
 * ended, which is shown once (operators' calls use their own code for it); or its second factor is due, which
 * is asked for.
 */
export function handleRefusedSession(code: ApiError['code'], token: string | undefined): void {
  if (token === undefined || token !== getSession()?.token) return
  if (code === 'session.invalid' || code === 'operator.unauthorized') {
    clearSession(true)
    showToast({ tone: 'bad', title: translate(($) => $.errors['session.invalid']) })
  }
  if (code === 'session.second_factor_due') openSignIn('secondFactor')
}
