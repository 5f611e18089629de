import { createRoute, useRouter, useSearch } from '@tanstack/react-router'
import { withWords } from '../../locales/lazy-words.ts'
import type { CallbackResult } from '../../pages/sign-in/sign-in-callbacks.ts'
import { getUrlCredentials, clearUrlCredentials, type UrlCredentials } from '../sign-in/url-credentials.ts'
import { HomePage, preloadHome } from './home.tsx'
import { lazyPage } from './lazy-page.tsx'
import { logError } from '../errors/log-error.ts'
import { redirectKeepingError, rootRoute } from './root-route.ts'
import { getBinding, getSession } from '../session/session.ts'
import { useEffect } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Centre } from '../../ui/layout/layout.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { addFromParameter } from '../sign-in/return-page.ts'
import { closeSignIn, openSignIn, getSignInMode } from '../sign-in/sign-in-dialog-store.ts'

/** A7: the sign-in dialog over the start page; who is signed in already has no business here. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: ({ location }) => {
    if (getSession() !== null) throw redirectKeepingError('/', location)
  },
  loader: ({ context }) => preloadHome(context.portal),
  component: LoginPage,
})

/** A8: only with what the link brought. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  beforeLoad: ({ location }) => {
    const { token, email } = getUrlCredentials('/reset-password')
    if (token === null || email === null) throw redirectKeepingError('/login', location)
  },
  component: lazyPage(
    () => withWords('signIn', import('../../pages/sign-in/password-reset/reset-password-page.tsx')),
    'ResetPasswordPage',
  ),
})

type Callbacks = typeof import('../../pages/sign-in/sign-in-callbacks.ts')

/** Does what an arrival asks for, once; where not even that can be loaded, signing in has failed. */
async function handleCallback(
  path: string,
  act: (callbacks: Callbacks, arrival: UrlCredentials) => Promise<CallbackResult>,
) {
  const arrival = getUrlCredentials(path)
  clearUrlCredentials()
  try {
    return await act(await withWords('signIn', import('../../pages/sign-in/sign-in-callbacks.ts')), arrival)
  } catch (error) {
    logError('signing in', error)
    return { href: '/', error: 'loginError' } satisfies CallbackResult
  }
}

/** A9, C3: where Steam’s sign-in ends. */
export const steamCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/steam/callback',
  loader: () => handleCallback('/auth/steam/callback', (page, arrival) => page.finishSteamSignIn(arrival)),
  pendingMs: 300,
  pendingComponent: SignInProgress,
  component: () => <LandingPage {...steamCallbackRoute.useLoaderData()} />,
})

/** A9, C9: where Steam’s proof for a binding ends. */
export const bindCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/steam/bind/callback',
  loader: () =>
    handleCallback('/auth/steam/bind/callback', (page, arrival) => page.finishSteamBinding(arrival)),
  pendingMs: 300,
  pendingComponent: SignInProgress,
  component: () => <LandingPage {...bindCallbackRoute.useLoaderData()} />,
})

/** The link that signs an operator in. */
export const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/link',
  loader: () => handleCallback('/auth/link', (page, arrival) => page.finishLinkSignIn(arrival)),
  pendingMs: 300,
  pendingComponent: SignInProgress,
  component: () => <LandingPage {...linkRoute.useLoaderData()} />,
})

/** A9: on to the page where signing in began, or to `/` with what went wrong. */
function LandingPage({ href, error }: CallbackResult) {
  const { history } = useRouter()
  const { from } = useSearch({ strict: false })
  useEffect(() => {
    history.replace(addFromParameter(href, from), error === undefined ? {} : { error })
  }, [history, href, from, error])
  return <SignInProgress />
}

function SignInProgress() {
  const { t } = useTranslation()
  return (
    <Centre>
      <Spinner size="l" label={t(($) => $.common.loading)} />
    </Centre>
  )
}

/** A7: the start page with the sign-in dialog over it, which goes when the address does. */
function LoginPage() {
  const { showEmailLogin } = useSearch({ from: '/login' })
  useEffect(() => {
    const byEmail = showEmailLogin === 'true' && getBinding() === null
    if (getSignInMode() === null) openSignIn(byEmail ? 'emailLogin' : undefined)
    return closeSignIn
  }, [showEmailLogin])
  return <HomePage />
}
