import { useEffect, useRef } from 'react'
import { withWords } from '../../../locales/lazy-words.ts'
import { useTranslation } from '../../../locales/translate.ts'
import type { CallbackResult } from '../../../pages/sign-in/sign-in-callbacks.ts'
import { Centre } from '../../../ui/layout/layout.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { useDelay } from '../../../ui/state/use-delay.ts'
import { logError } from '../../errors/log-error.ts'
import { useRouter, useSearch } from '../../router/router-provider.tsx'
import { addFromParameter } from '../../sign-in/return-page.ts'
import { clearUrlCredentials, getUrlCredentials, type UrlCredentials } from '../../sign-in/url-credentials.ts'

export { ResetPasswordPage } from '../../../pages/sign-in/password-reset/reset-password-page.tsx'

/** A sign-in that takes longer shows that it is under way, ms. */
const progressDelayMs = 300

type Callbacks = typeof import('../../../pages/sign-in/sign-in-callbacks.ts')
type Act = (callbacks: Callbacks, arrival: UrlCredentials) => Promise<CallbackResult>

/** A9, C3: where Steam’s sign-in ends. */
export const SteamCallbackPage = callbackPage('/auth/steam/callback', (callbacks, arrival) =>
  callbacks.finishSteamSignIn(arrival),
)

/** A9, C9: where Steam’s proof for a binding ends. */
export const BindCallbackPage = callbackPage('/auth/steam/bind/callback', (callbacks, arrival) =>
  callbacks.finishSteamBinding(arrival),
)

/** The link that signs an operator in. */
export const LinkPage = callbackPage('/auth/link', (callbacks, arrival) =>
  callbacks.finishLinkSignIn(arrival),
)

/** A9: does what an arrival asks for, then goes on to the page where signing in began, or to `/` with what went wrong. */
function callbackPage(path: string, act: Act) {
  return function CallbackPage() {
    const { history } = useRouter()
    const { from } = useSearch()
    const isSlow = useDelay(progressDelayMs)
    const started = useRef(false)
    useEffect(() => {
      if (started.current) return
      started.current = true
      void handleCallback(path, act).then(({ href, error }) => {
        history.replace(addFromParameter(href, from), error === undefined ? {} : { error })
      })
    }, [history, from])
    return isSlow && <SignInProgress />
  }
}

/** Does what an arrival asks for, once; where not even that can be loaded, signing in has failed. */
async function handleCallback(path: string, act: Act): Promise<CallbackResult> {
  const arrival = getUrlCredentials(path)
  clearUrlCredentials()
  try {
    return await act(
      await withWords('signIn', import('../../../pages/sign-in/sign-in-callbacks.ts')),
      arrival,
    )
  } catch (error) {
    logError('signing in', error)
    return { href: '/', error: 'loginError' }
  }
}

function SignInProgress() {
  const { t } = useTranslation()
  return (
    <Centre>
      <Spinner size="l" label={t(($) => $.common.loading)} />
    </Centre>
  )
}
