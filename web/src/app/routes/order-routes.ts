import { laterPage } from './pages/later-page.ts'

/** A user's own orders (H2). */
export const orderRoutes = {
  '/orders': { page: laterPage('orders', 'OrdersPage') },
  // Also where the providers' pages lead back to (H4).
  '/orders/$id': { page: laterPage('orders', 'OrderPage') },
  '/orders/$id/receipt': { page: laterPage('orders', 'ReceiptPage') },
}
