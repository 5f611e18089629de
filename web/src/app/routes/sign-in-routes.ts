import { withWords } from '../../locales/lazy-words.ts'
import type { Routes } from '../router/page-router.ts'
import { getSession } from '../session/session.ts'
import { getUrlCredentials } from '../sign-in/url-credentials.ts'
import { preloadHome } from './home.tsx'
import { lazyPage } from './lazy-page.tsx'

const loadPages = () => import('./sign-in-pages.tsx')

export const signInRoutes = {
  // A7: the sign-in dialog over the start page; who is signed in already has no business here.
  '/login': {
    check: () => (getSession() === null ? undefined : { to: '/' }),
    preload: preloadHome,
    page: lazyPage(loadPages, 'LoginPage'),
  },
  // A8: only with what the link brought.
  '/reset-password': {
    check: () => {
      const { token, email } = getUrlCredentials('/reset-password')
      return token === null || email === null ? { to: '/login' } : undefined
    },
    page: lazyPage(
      () => withWords('signIn', import('../../pages/sign-in/password-reset/reset-password-page.tsx')),
      'ResetPasswordPage',
    ),
  },
  '/auth/steam/callback': { page: lazyPage(loadPages, 'SteamCallbackPage') },
  '/auth/steam/bind/callback': { page: lazyPage(loadPages, 'BindCallbackPage') },
  '/auth/link': { page: lazyPage(loadPages, 'LinkPage') },
} satisfies Routes
