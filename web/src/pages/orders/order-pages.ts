/** The pages of a user's orders, loaded together: visitors usually open several of them. */
export { OrderPage } from './order/order-page.tsx'
export { OrdersPage } from './orders-page.tsx'
export { ReceiptPage } from './receipt/receipt-page.tsx'
