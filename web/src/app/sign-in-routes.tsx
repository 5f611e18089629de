import { createRoute } from '@tanstack/react-router'
import { withWords } from '../locales/later.ts'
import type { Landing } from '../pages/sign-in/callbacks.ts'
import { arrivalAt, forgetArrival, type Arrival } from './arrival.ts'
import { preloadHome } from './home.tsx'
import { LandingPage, OnTheWay } from './landing-page.tsx'
import { lazyPage } from './lazy-page.tsx'
import { LoginPage } from './login-page.tsx'
import { report } from './report.ts'
import { onward, rootRoute } from './root-route.ts'
import { currentSession } from './session.ts'

/** A7: the sign-in dialog over the start page; who is signed in already has no business here. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: ({ location }) => {
    if (currentSession() !== null) throw onward('/', location)
  },
  loader: ({ context }) => preloadHome(context.portal),
  component: LoginPage,
})

/** A8: only with what the link brought. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  beforeLoad: ({ location }) => {
    const { token, email } = arrivalAt('/reset-password')
    if (token === null || email === null) throw onward('/login', location)
  },
  component: lazyPage(
    () => withWords('signIn', import('../pages/sign-in/reset-password-page.tsx')),
    'ResetPasswordPage',
  ),
})

type Callbacks = typeof import('../pages/sign-in/callbacks.ts')

/** Does what an arrival asks for, once; where not even that can be loaded, signing in has failed. */
async function land(path: string, act: (callbacks: Callbacks, arrival: Arrival) => Promise<Landing>) {
  const arrival = arrivalAt(path)
  forgetArrival()
  try {
    return await act(await withWords('signIn', import('../pages/sign-in/callbacks.ts')), arrival)
  } catch (error) {
    report('signing in', error)
    return { href: '/', error: 'loginError' } satisfies Landing
  }
}

/** A9, C3: where Steam’s sign-in ends. */
export const steamCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/steam/callback',
  loader: () => land('/auth/steam/callback', (page, arrival) => page.arriveFromSteam(arrival)),
  pendingMs: 300,
  pendingComponent: OnTheWay,
  component: () => <LandingPage {...steamCallbackRoute.useLoaderData()} />,
})

/** A9, C9: where Steam’s proof for a binding ends. */
export const bindCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/steam/bind/callback',
  loader: () => land('/auth/steam/bind/callback', (page, arrival) => page.arriveFromBinding(arrival)),
  pendingMs: 300,
  pendingComponent: OnTheWay,
  component: () => <LandingPage {...bindCallbackRoute.useLoaderData()} />,
})

/** The link that signs an operator in. */
export const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/link',
  loader: () => land('/auth/link', (page, arrival) => page.arriveByLink(arrival)),
  pendingMs: 300,
  pendingComponent: OnTheWay,
  component: () => <LandingPage {...linkRoute.useLoaderData()} />,
})
