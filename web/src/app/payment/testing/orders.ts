import type { OrderView } from '@clutch/contract/api/payments/orders.ts'

/** Creates a sample order; tests name only the fields they need. */
export function createOrder(change: Partial<OrderView> = {}): OrderView {
  return {
    id: '01936f00-0000-7000-8000-000000000001',
    number: 'ord-20261121-8f3k2q',
    status: 'open',
    fulfilled: false,
    productType: 'vip',
    productId: 'plan',
    description: { zh: 'VIP 1 个月', en: 'VIP, 1 month' },
    duration: '1m',
    recipient: '76561198000000007',
    method: 'wechat',
    currency: 'CNY',
    listAmount: 2_990,
    amount: 2_990,
    refunded: 0,
    coupon: null,
    created: Date.parse('2026-11-21T06:02:18Z'),
    paid: null,
    reference: null,
    payment: null,
    ends: null,
    notOnServers: false,
    questions: [],
    ...change,
  }
}
