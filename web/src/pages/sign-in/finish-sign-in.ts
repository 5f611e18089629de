import { loadAccount, recordSignIn, pollForProfile } from '../../app/account/account.queries.ts'
import { logError } from '../../app/errors/log-error.ts'
import { beginSession, type Session } from '../../app/session/session.ts'
import { openSignIn } from '../../app/sign-in/sign-in-dialog-store.ts'
import { translate } from '../../locales/translate.ts'
import { showToast } from '../../ui/messages/toast-store.ts'

/** How the session came about. C12 has no word for a sign-in link: the portal writes that down alone. */
type SignInMethod = 'steam' | 'email' | 'bound' | 'link'

const actions = { steam: 'LOGIN-STEAM', email: 'LOGIN-EMAIL', bound: 'LOGIN-EMAIL', link: null } as const

/**
 * Signs in on this page, notifies the portal (C12) and shows it (C17). Returns whether that was all: if the
 * second factor is due the dialog continues with it.
 */
export async function finishSignIn(session: Session, way: SignInMethod): Promise<boolean> {
  beginSession(session)
  const action = actions[way]
  if (action !== null) await recordSignIn(session, action)
  if (await isSecondFactorRequired()) {
    openSignIn('secondFactor')
    return false
  }
  const title = way === 'bound' ? translate(($) => $.signIn.success.steamBound) : signedInText()
  showToast({ tone: 'good', title })
  return true
}

/** The second factor was shown: that was the rest of it. */
export function announceSignIn(): void {
  showToast({ tone: 'good', title: signedInText() })
}

const signedInText = () => translate(($) => $.signIn.success.login)

async function isSecondFactorRequired(): Promise<boolean> {
  try {
    const { secondFactor, steamName } = await loadAccount()
    if (steamName === '')
      pollForProfile().catch((error: unknown) => logError('looking for the name at Steam', error))
    return secondFactor.on && !secondFactor.shown
  } catch (error) {
    logError('loading the account', error)
    return false
  }
}
