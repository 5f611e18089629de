import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { createRoute } from '@tanstack/react-router'
import { withWords } from '../../locales/lazy-words.ts'
import { consoleRoutes } from './console-routes.tsx'
import { preloadHome, ServerListPage, VipPage } from './home.tsx'
import { inventoryRoute } from './inventory-route.ts'
import { lazyPage } from './lazy-page.tsx'
import { orderRoutes } from './order-routes.tsx'
import { practiceRoutes } from './rental-routes.tsx'
import { redirectKeepingError, rootRoute } from './root-route.ts'
import {
  bindCallbackRoute,
  linkRoute,
  loginRoute,
  resetPasswordRoute,
  steamCallbackRoute,
} from './sign-in-routes.tsx'

/** A1: the server list; without its feature VIP is what there is to see. */
const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: ({ context, location }) => {
    if (!context.portal.features.servers.enabled) throw redirectKeepingError('/vip', location)
  },
  loader: ({ context }) => preloadHome(context.portal),
  component: ServerListPage,
})

/** A2: everything under /servers needs its feature. */
const serversRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/servers',
  beforeLoad: ({ context, location }) => {
    if (!context.portal.features.servers.enabled) throw redirectKeepingError('/', location, 'featureOff')
  },
})

const serverListRoute = createRoute({
  getParentRoute: () => serversRoute,
  path: '/',
  component: ServerListPage,
})

/** D16: only with its flag; without it the address is as unknown as any other. */
const serverDetailsRoute = createRoute({
  getParentRoute: () => serversRoute,
  path: '/details/$id',
  beforeLoad: ({ context, location }) => {
    if (!context.portal.features.servers.features.details) throw redirectKeepingError('/servers', location)
  },
  component: lazyPage(
    () => withWords('serverPages', import('../../pages/servers/details/details-page.tsx')),
    'DetailsPage',
  ),
})

const serverRulesRoute = createRoute({
  getParentRoute: () => serversRoute,
  path: '/rules/$id',
  beforeLoad: ({ context, location }) => {
    if (!context.portal.features.servers.features.rules) throw redirectKeepingError('/servers', location)
  },
  component: lazyPage(
    () => withWords('serverPages', import('../../pages/servers/rules/rules-page.tsx')),
    'RulesPage',
  ),
})

/** D16: anything else under /servers. */
const unknownServersRoute = createRoute({
  getParentRoute: () => serversRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    throw redirectKeepingError('/servers', location)
  },
})

const vipRoute = createRoute({ getParentRoute: () => rootRoute, path: '/vip' })

const offerRoute = createRoute({ getParentRoute: () => vipRoute, path: '/', component: VipPage })

/** Document 1 §2: anything else under /vip is VIP’s page. */
const unknownVipRoute = createRoute({
  getParentRoute: () => vipRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    throw redirectKeepingError('/vip', location)
  },
})

/** F4: where VIP is bought, in the dialog of VIP’s page or by itself. */
const subscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscribe',
  component: lazyPage(
    () => withWords('payment', withWords('vip', import('../../pages/vip/subscribe/subscribe-page.tsx'))),
    'SubscribePage',
  ),
})

/** F3, F4: gift cards, bought and redeemed. */
const storeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/store',
  component: lazyPage(
    () => withWords('payment', withWords('vip', import('../../pages/vip/store/store-page.tsx'))),
    'StorePage',
  ),
})

/** I1–I8: Public, whether signed in or not. */
const leaderboardRoute = createRoute({ getParentRoute: () => rootRoute, path: '/leaderboard' })

const boardRoute = createRoute({
  getParentRoute: () => leaderboardRoute,
  path: '/',
  component: lazyPage(
    () => withWords('leaderboard', import('../../pages/leaderboard/board/board-page.tsx')),
    'BoardPage',
  ),
})

const playerRoute = createRoute({
  getParentRoute: () => leaderboardRoute,
  path: '/player/$steamId',
  beforeLoad: ({ params, location }) => {
    if (!isSteamId(params.steamId)) throw redirectKeepingError('/leaderboard', location)
  },
  component: lazyPage(
    () => withWords('leaderboard', import('../../pages/leaderboard/player/player-page.tsx')),
    'PlayerPage',
  ),
})

/** J1: Public, whether signed in or not. */
const faqRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/faq',
  component: lazyPage(() => withWords('faq', import('../../pages/faq/faq-page.tsx')), 'FaqPage'),
})

/** Where the links in mails lead, whether or not the settings are on. */
const mailSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mail-settings',
  component: lazyPage(
    () => withWords('settings', import('../../pages/mail-settings/mail-settings-page.tsx')),
    'MailSettingsPage',
  ),
})

/** A2, J2: everything under /settings needs its feature. */
const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  beforeLoad: ({ context, location }) => {
    if (!context.portal.features.settings.enabled) throw redirectKeepingError('/', location, 'featureOff')
  },
  component: lazyPage(
    () => withWords('settings', import('../../pages/settings/settings-layout.tsx')),
    'SettingsLayout',
  ),
})

const generalSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  component: lazyPage(
    () => withWords('settings', import('../../pages/settings/general/general-page.tsx')),
    'GeneralPage',
  ),
})

const profileSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile',
  beforeLoad: ({ context, location }) => {
    if (!context.portal.features.settings.profile) throw redirectKeepingError('/settings', location)
  },
  component: lazyPage(
    () => withWords('settings', import('../../pages/settings/profile/profile-page.tsx')),
    'ProfilePage',
  ),
})

const securitySettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security',
  beforeLoad: ({ context, location }) => {
    if (!context.portal.features.settings.security) throw redirectKeepingError('/settings', location)
  },
  component: lazyPage(
    // The form of a new password is that of signing in.
    () =>
      withWords('signIn', withWords('settings', import('../../pages/settings/security/security-page.tsx'))),
    'SecurityPage',
  ),
})

/** J2: anything else under /settings. */
const unknownSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    throw redirectKeepingError('/settings', location)
  },
})

/** A3: any other address. */
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    throw redirectKeepingError('/', location, 'pageNotFound')
  },
})

export const routeTree = rootRoute.addChildren([
  homeRoute,
  serversRoute.addChildren([serverListRoute, serverDetailsRoute, serverRulesRoute, unknownServersRoute]),
  vipRoute.addChildren([offerRoute, unknownVipRoute]),
  subscribeRoute,
  storeRoute,
  orderRoutes,
  leaderboardRoute.addChildren([boardRoute, playerRoute]),
  practiceRoutes,
  inventoryRoute,
  consoleRoutes,
  faqRoute,
  mailSettingsRoute,
  settingsRoute.addChildren([
    generalSettingsRoute,
    profileSettingsRoute,
    securitySettingsRoute,
    unknownSettingsRoute,
  ]),
  loginRoute,
  resetPasswordRoute,
  steamCallbackRoute,
  bindCallbackRoute,
  linkRoute,
  unknownRoute,
])
