import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { withPageWords } from '../../locales/lazy-words.ts'
import { OwnStore } from '../../pages/vip/store/lazy-own-store.ts'
import type { PageAddress } from '../router/addresses.ts'
import type { Route, Routes } from '../router/page-router.ts'
import { preloadHome, ServerListPage, VipPage } from './pages/home.tsx'
import { laterPage } from './pages/later-page.ts'
import { lazyPage } from './pages/lazy-page.tsx'
import { withOwnPart } from './pages/page-parts.ts'
import { practiceRoutes } from './rental-routes.ts'
import { checkAll, leadTo, requireFeature } from './route-checks.ts'
import { signInRoutes } from './sign-in-routes.ts'

const needsServers = requireFeature(({ servers }) => servers.enabled)
const needsSettings = requireFeature(({ settings }) => settings.enabled)

/** A2: everything under /servers needs its feature. D16: server pages need their flags; without it the address is an unknown one. */
const serverRoutes = {
  '/servers': { check: needsServers, page: ServerListPage },
  '/servers/details/$id': {
    check: checkAll(needsServers, ({ portal }) =>
      portal.features.servers.features.details ? undefined : { to: '/servers' },
    ),
    page: lazyPage(
      () =>
        withPageWords(
          'servers',
          withPageWords('serverPages', import('../../pages/servers/details/details-page.tsx')),
        ),
      'DetailsPage',
    ),
  },
  '/servers/rules/$id': {
    check: checkAll(needsServers, ({ portal }) =>
      portal.features.servers.features.rules ? undefined : { to: '/servers' },
    ),
    page: lazyPage(
      () =>
        withPageWords(
          'servers',
          withPageWords('serverPages', import('../../pages/servers/rules/rules-page.tsx')),
        ),
      'RulesPage',
    ),
  },
  '/servers/$': { check: checkAll(needsServers, () => ({ to: '/servers' })) },
} satisfies Routes

/** I1–I8: Public, whether signed in or not. */
const leaderboardRoutes = {
  '/leaderboard': {
    page: lazyPage(
      () => withPageWords('leaderboard', import('../../pages/leaderboard/board/board-page.tsx')),
      'BoardPage',
    ),
  },
  '/leaderboard/player/$steamId': {
    check: ({ params }) => (isSteamId(params['steamId'] ?? '') ? undefined : { to: '/leaderboard' }),
    page: lazyPage(
      () => withPageWords('leaderboard', import('../../pages/leaderboard/player/player-page.tsx')),
      'PlayerPage',
    ),
  },
} satisfies Routes

const settingsLayout = laterPage('settingsLayout', 'SettingsLayout')

/** A2, J2: everything under /settings needs its feature. */
const settingsRoutes = {
  '/settings': {
    check: needsSettings,
    layout: settingsLayout,
    page: laterPage('generalSettings', 'GeneralPage'),
  },
  '/settings/profile': {
    check: checkAll(needsSettings, ({ portal }) =>
      portal.features.settings.profile ? undefined : { to: '/settings' },
    ),
    layout: settingsLayout,
    page: laterPage('profileSettings', 'ProfilePage'),
  },
  '/settings/security': {
    check: checkAll(needsSettings, ({ portal }) =>
      portal.features.settings.security ? undefined : { to: '/settings' },
    ),
    layout: settingsLayout,
    page: laterPage('securitySettings', 'SecurityPage'),
  },
  '/settings/notifications': {
    check: checkAll(needsSettings, ({ portal }) =>
      portal.features.push.enabled ? undefined : { to: '/settings' },
    ),
    layout: settingsLayout,
    page: laterPage('notificationSettings', 'NotificationsPage'),
  },
  '/settings/$': { check: checkAll(needsSettings, () => ({ to: '/settings' })) },
} satisfies Routes

/**
 * A2, A5: everything under /inventory needs its feature, and a visitor who comes from nowhere else. The shell shows the inventory,
 * beside what routes show.
 */
const inventoryRoutes = {
  '/inventory': {
    check: checkAll(
      requireFeature(({ inventory }) => inventory.enabled),
      ({ location }) => (location.search.from === undefined ? undefined : { to: '/' }),
    ),
  },
  '/inventory/$': {
    check: checkAll(
      requireFeature(({ inventory }) => inventory.enabled),
      ({ location }) => ({ to: location.search.from === undefined ? '/inventory' : '/' }),
    ),
  },
} satisfies Routes

/** A user's own orders (H2). */
const orderRoutes = {
  '/orders': { page: laterPage('orders', 'OrdersPage') },
  // Also where the providers' pages lead back to (H4).
  '/orders/$id': { page: laterPage('orders', 'OrderPage') },
  '/orders/$id/receipt': { page: laterPage('orders', 'ReceiptPage') },
}

/** The operators' console; its pages find themselves by the rest of the address. */
const consoleRoute: Route = { page: laterPage('console', 'Console') }

/** The page's routes: the first that matches an address counts. */
export const routes: Readonly<Record<PageAddress, Route>> & Routes = {
  // A1: the server list; without its feature VIP is what there is to see.
  '/': {
    check: ({ portal }) => (portal.features.servers.enabled ? undefined : { to: '/vip' }),
    preload: preloadHome,
    page: ServerListPage,
  },
  ...serverRoutes,
  '/vip': { page: VipPage },
  // Document 1 §2: anything else under /vip is VIP’s page.
  '/vip/$': leadTo('/vip'),
  // F4: where VIP is bought, in the dialog of VIP’s page or by itself.
  '/subscribe': {
    page: laterPage('subscribe', 'SubscribePage'),
  },
  // F3, F4: gift cards, bought and redeemed.
  '/store': {
    page: lazyPage(
      () => withOwnPart(OwnStore, withPageWords('vip', import('../../pages/vip/store/store-page.tsx'))),
      'StorePage',
    ),
  },
  ...orderRoutes,
  // Own reports and sanctions, also those made before the feature was switched off.
  '/reports': { page: laterPage('reports', 'ReportsPage') },
  ...leaderboardRoutes,
  ...practiceRoutes,
  ...inventoryRoutes,
  '/admin': consoleRoute,
  '/admin/$': consoleRoute,
  // J1: Public, whether signed in or not.
  '/faq': { page: lazyPage(() => withPageWords('faq', import('../../pages/faq/faq-page.tsx')), 'FaqPage') },
  // A10: Public, where the operator shows it.
  '/bans': { check: requireFeature(({ bans }) => bans.enabled), page: laterPage('bans', 'BansPage') },
  // Where the links in mails lead, whether or not the settings are on.
  '/mail-settings': {
    page: laterPage('mailSettings', 'MailSettingsPage'),
  },
  ...settingsRoutes,
  ...signInRoutes,
  // A3: any other address.
  '/$': leadTo('/', 'pageNotFound'),
}
