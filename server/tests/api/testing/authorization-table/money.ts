import { randomUUIDv7 } from 'node:crypto'
import { type Expected, everybody, ops, ownersOnly, signedIn } from './expected.ts'

const params = { id: randomUUIDv7() }
const ownOrder = { params: { id: ':order' } }
const price = { params: { product: 'vip', duration: '1m', currency: 'CNY' } }
const wanted = {
  currency: 'CNY',
  productType: 'vip',
  productId: 'plan',
  options: JSON.stringify({ duration: '1m', paymentMethod: 'wechat' }),
}

/** Orders, payments, VIP. No provider is configured here, and nothing has a price. */
export const moneyTable: Record<string, Expected> = {
  'GET /api/portal/manifest': everybody(200),
  'GET /api/privileges': everybody(200),
  'GET /api/payment/pricing': everybody(200, { query: 'product_type=server_rental&currency=CNY' }),
  'GET /api/payment/methods': everybody(200),
  'POST /api/payment/notify/alipay': everybody(404, { body: {} }),
  'POST /api/payment/notify/wechat': everybody(404, { body: {} }),
  'POST /api/payment/notify/paypal': everybody(404, { body: {} }),

  // The member is a permanent VIP: nothing can be sold to them.
  'POST /api/payment/quote': { statuses: [401, 404, 404, 409, 404, 404], body: wanted },
  'POST /api/payment/orders': { statuses: [401, 404, 404, 409, 404, 404], body: wanted },
  'GET /api/payment/orders': signedIn(200),
  'POST /api/payment/pay': ownersOnly(404, { body: { orderId: ':order', method: 'wechat' } }),
  'GET /api/payment/orders/:id': ownersOnly(200, ownOrder),
  'POST /api/payment/orders/:id/check': ownersOnly(200, ownOrder),
  'POST /api/payment/orders/:id/close': ownersOnly(200, ownOrder),
  'POST /api/payment/orders/:id/questions': ownersOnly(200, { ...ownOrder, body: { text: '?' } }),
  'POST /api/vip/redeem': signedIn(404, { body: { code: 'ABCDEFGHJKMNPQRS' } }),
  'GET /api/vip/cards': signedIn(200),

  'GET /api/operator/prices': ops(200),
  'PUT /api/operator/prices/:product/:duration/:currency': ops(400, { ...price, body: { amount: 0 } }),
  'DELETE /api/operator/prices/:product/:duration/:currency': ops(400, price),
  'GET /api/operator/coupons': ops(200),
  'PUT /api/operator/coupons/:code': ops(400, { params: { code: 'SPRING' }, body: {} }),
  'DELETE /api/operator/coupons/:code': ops(404, { params: { code: 'SPRING' } }),
  'GET /api/operator/orders': ops(200),
  'GET /api/operator/orders/:id': ops(404, { params }),
  'POST /api/operator/orders/:id/refund': ops(404, { params, body: { reason: 'asked' } }),
  'POST /api/operator/orders/:id/refund/approve': ops(404, { params }),
  'POST /api/operator/orders/:id/refund/decline': ops(404, { params }),
  'POST /api/operator/orders/:id/fulfil': ops(404, { params }),
  'POST /api/operator/orders/:id/check': ops(404, { params }),
  'GET /api/operator/order-questions': ops(200),
  'POST /api/operator/order-questions/:id': ops(404, { params, body: { answer: 'yes' } }),
  'GET /api/operator/money-alerts': ops(200),
  'DELETE /api/operator/money-alerts/:id': ops(404, { params }),
  'GET /api/operator/money-reports': ops(200),
  'POST /api/operator/money-reports/:provider/:day': ops(404, {
    params: { provider: 'wechat', day: '2026-11-20' },
  }),
  'GET /api/operator/payment-providers': ops(200),
  'GET /api/operator/privileges': ops(200),
  'POST /api/operator/privileges': ops(400, { body: {} }),
  'PATCH /api/operator/privileges/:id': ops(404, { params, body: {} }),
  'DELETE /api/operator/privileges/:id': ops(404, { params }),
  'GET /api/operator/gift-cards': ops(200),
  'POST /api/operator/gift-cards': ops(400, { body: {} }),
  'POST /api/operator/gift-cards/:id/void': ops(404, { params }),
  'GET /api/operator/vip-servers': ops(200),
  'POST /api/operator/vip-servers/:id/reapply': ops(404, { params }),
}
