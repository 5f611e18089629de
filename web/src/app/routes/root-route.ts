import type { Portal } from '@clutch/contract/api/content/portal.ts'
import {
  createRootRouteWithContext,
  redirect,
  retainSearchParams,
  type ParsedLocation,
} from '@tanstack/react-router'
import { withNavigationError, type NavigationError } from '../navigation/navigation-error.ts'
import type { PageSearch } from './page-search.ts'
import { Shell } from '../shell/shell.tsx'

interface RouterContext {
  portal: Portal
}

/** What every route hangs on: the shell, and `from`, which every address carries along (A6). */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  validateSearch: (search: PageSearch) => search,
  search: { middlewares: [retainSearchParams<PageSearch>(['from'])] },
})

/** A redirect that keeps the error of those before it (A2). */
export function redirectKeepingError(
  to: '/' | '/servers' | '/vip' | '/leaderboard' | '/pracc' | '/inventory' | '/settings' | '/login',
  location: ParsedLocation,
  error?: NavigationError,
) {
  return redirect({ to, replace: true, state: withNavigationError(location.state, error) })
}
