/** The pages of one's orders, loaded together: whoever sees one goes on to the next. */
export { OrderPage } from './order/order-page.tsx'
export { OrdersPage } from './orders-page.tsx'
export { ReceiptPage } from './receipt/receipt-page.tsx'
