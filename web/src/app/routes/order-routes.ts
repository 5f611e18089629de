import { withWords } from '../../locales/lazy-words.ts'
import { lazyPage } from './lazy-page.tsx'

const loadPages = () => withWords('payment', import('../../pages/orders/order-pages.ts'))

/** A user's own orders (H2). */
export const orderRoutes = {
  '/orders': { page: lazyPage(loadPages, 'OrdersPage') },
  // Also where the providers' pages lead back to (H4).
  '/orders/$id': { page: lazyPage(loadPages, 'OrderPage') },
  '/orders/$id/receipt': { page: lazyPage(loadPages, 'ReceiptPage') },
}
