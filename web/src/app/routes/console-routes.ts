import type { Route } from '../router/page-router.ts'
import { laterPage } from './pages/later-page.ts'

/** The operators' console; its pages find themselves by the rest of the address. */
const consoleRoute: Route = { page: laterPage('console', 'Console') }

export const consoleRoutes = { '/admin': consoleRoute, '/admin/$': consoleRoute }
