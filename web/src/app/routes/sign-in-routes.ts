import type { Routes } from '../router/page-router.ts'
import { getSession } from '../session/session.ts'
import { getUrlCredentials } from '../sign-in/url-credentials.ts'
import { preloadHome } from './pages/home.tsx'
import { laterPage } from './pages/later-page.ts'
import { lazyPage } from './pages/lazy-page.tsx'

export const signInRoutes = {
  // A7: the sign-in dialog over the start page; who is signed in already has no business here.
  '/login': {
    check: () => (getSession() === null ? undefined : { to: '/' }),
    preload: preloadHome,
    page: lazyPage(() => import('./pages/login-page.tsx'), 'LoginPage'),
  },
  // A8: only with what the link brought.
  '/reset-password': {
    check: () => {
      const { token, email } = getUrlCredentials('/reset-password')
      return token === null || email === null ? { to: '/login' } : undefined
    },
    page: laterPage('resetPassword', 'ResetPasswordPage'),
  },
  '/auth/steam/callback': { page: laterPage('signIn', 'SteamCallbackPage') },
  '/auth/steam/bind/callback': { page: laterPage('signIn', 'BindCallbackPage') },
  '/auth/link': { page: laterPage('signIn', 'LinkPage') },
} satisfies Routes
