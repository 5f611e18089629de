import { getPaymentMethods } from '@clutch/contract/api/payments/orders.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toTimedOrder } from '../../../app/payment/order/timed-order.ts'
import { createOrder } from '../../../app/payment/testing/orders.ts'
import { renderPage } from '../../../app/testing/render-page.tsx'
import { stubPortal } from '../../../app/testing/stub-portal.ts'
import { OpenOrder } from './open-order.tsx'

const payment = { payment_url: 'weixin://wxpay/bizpayurl?pr=x', expiresIn: 480_000 }

test('H4 an order whose window passed leads to the page of its product, not to a payment that is refused', async () => {
  stubPortal().answer(getPaymentMethods, () => ({ methods: ['wechat' as const], emulatedMethods: [] }))
  const order = createOrder({ productType: 'server_rental', payment })
  const seen = performance.now() - payment.expiresIn - 1
  await renderPage(<OpenOrder steamId="76561198000000001" order={toTimedOrder(order, seen)} />)
  expect((await screen.findByRole('link', { name: '重新下单' })).getAttribute('href')).toBe('/pracc')
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})
