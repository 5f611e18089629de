import type { Portal } from '@clutch/contract/api/portal.ts'
import { isSteamId } from '@clutch/contract/rules/steam-id.ts'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
  type ParsedLocation,
} from '@tanstack/react-router'
import { withWords } from '../locales/later.ts'
import { Home, ServerListPage } from './home.tsx'
import { carriedError, type NavigationError } from './navigation-error.ts'
import type { PageSearch } from './search.ts'
import { Shell } from './shell/shell.tsx'

interface Context {
  portal: Portal
}

/** A redirect that keeps the error of those before it (A2). */
function onward(to: '/' | '/servers' | '/leaderboard', location: ParsedLocation, error?: NavigationError) {
  return redirect({ to, replace: true, state: carriedError(location.state, error) })
}

const rootRoute = createRootRouteWithContext<Context>()({
  component: Shell,
  validateSearch: (search: PageSearch) => search,
  search: { middlewares: [retainSearchParams<PageSearch>(['from'])] },
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: ({ context }) => (context.portal.features.servers.enabled ? ServerListPage.preload?.() : undefined),
  component: Home,
})

/** A2: everything under /servers needs its feature. */
const serversRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/servers',
  beforeLoad: ({ context, location }) => {
    if (!context.portal.features.servers.enabled) throw onward('/', location, 'featureOff')
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
    if (!context.portal.features.servers.features.details) throw onward('/servers', location)
  },
  component: lazyRouteComponent(
    () => withWords('serverPages', import('../pages/servers/details/details-page.tsx')),
    'DetailsPage',
  ),
})

const serverRulesRoute = createRoute({
  getParentRoute: () => serversRoute,
  path: '/rules/$id',
  beforeLoad: ({ context, location }) => {
    if (!context.portal.features.servers.features.rules) throw onward('/servers', location)
  },
  component: lazyRouteComponent(
    () => withWords('serverPages', import('../pages/servers/rules/rules-page.tsx')),
    'RulesPage',
  ),
})

/** D16: anything else under /servers. */
const unknownServersRoute = createRoute({
  getParentRoute: () => serversRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    throw onward('/servers', location)
  },
})

/** I1–I8: open to everybody, signed in or not. */
const leaderboardRoute = createRoute({ getParentRoute: () => rootRoute, path: '/leaderboard' })

const boardRoute = createRoute({
  getParentRoute: () => leaderboardRoute,
  path: '/',
  component: lazyRouteComponent(
    () => withWords('leaderboard', import('../pages/leaderboard/board/board-page.tsx')),
    'BoardPage',
  ),
})

const playerRoute = createRoute({
  getParentRoute: () => leaderboardRoute,
  path: '/player/$steamId',
  beforeLoad: ({ params, location }) => {
    if (!isSteamId(params.steamId)) throw onward('/leaderboard', location)
  },
  component: lazyRouteComponent(
    () => withWords('leaderboard', import('../pages/leaderboard/player/player-page.tsx')),
    'PlayerPage',
  ),
})

/** A3: any other address. */
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    throw onward('/', location, 'pageNotFound')
  },
})

export const routeTree = rootRoute.addChildren([
  homeRoute,
  serversRoute.addChildren([serverListRoute, serverDetailsRoute, serverRulesRoute, unknownServersRoute]),
  leaderboardRoute.addChildren([boardRoute, playerRoute]),
  unknownRoute,
])
