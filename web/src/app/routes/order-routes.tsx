import { createRoute } from '@tanstack/react-router'
import { withWords } from '../../locales/lazy-words.ts'
import { lazyPage } from './lazy-page.tsx'
import { rootRoute } from './root-route.ts'

const loadPages = () => withWords('payment', import('../../pages/orders/order-pages.ts'))

const ordersRoute = createRoute({ getParentRoute: () => rootRoute, path: '/orders' })

const orderListRoute = createRoute({
  getParentRoute: () => ordersRoute,
  path: '/',
  component: lazyPage(loadPages, 'OrdersPage'),
})

/** Also where the providers' pages lead back to (H4). */
const orderRoute = createRoute({
  getParentRoute: () => ordersRoute,
  path: '/$id',
  component: lazyPage(loadPages, 'OrderPage'),
})

const receiptRoute = createRoute({
  getParentRoute: () => ordersRoute,
  path: '/$id/receipt',
  component: lazyPage(loadPages, 'ReceiptPage'),
})

/** A user's own orders (H2). */
export const orderRoutes = ordersRoute.addChildren([orderListRoute, orderRoute, receiptRoute])
