import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentAlert } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import { asOperator } from '../../../testing/http.ts'
import { type PaymentsFixture, createPaymentsFixture, price } from '../testing/payments-fixture.ts'

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
beforeEach(async () => {
  await fixture.clear()
  await fixture.context.database.deleteFrom('audit_log').execute()
})
afterAll(() => fixture.close())

const trail = () =>
  fixture.context.database
    .selectFrom('audit_log')
    .select(['action', 'subject', 'before', 'after'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
const put = (path: string, payload: object) =>
  fixture.app.inject({ method: 'PUT', url: `/api/operator${path}`, headers: asOperator, payload })

test('J a refund is in the audit log with what there was before and after', async () => {
  const { id } = await fixture.paid()
  await fixture.operator('POST', `/orders/${id}/refund`, { reason: '停机', amount: 500 })
  const [refund] = (await fixture.details(id)).refunds
  expect(await trail()).toMatchObject({
    action: 'operatorRefundOrder',
    subject: (await fixture.view(id)).number,
    before: { refunds: [] },
    after: {
      refunds: [{ no: refund?.no, amount: 500, currency: 'CNY', state: 'asked', reason: '停机' }],
    },
  })
})

test('J asking a provider and delivering again are in the audit log, with what came of them', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  fixture.product.failing = 'later'
  await fixture.operator('POST', `/orders/${id}/check`)
  expect(await trail()).toMatchObject({
    before: { state: 'open', attempts: { [no]: 'open' }, problem: '' },
    after: { state: 'paid', attempts: { [no]: 'paid' }, problem: 'out of stock' },
  })
  fixture.product.failing = null
  await fixture.operator('POST', `/orders/${id}/fulfil`)
  expect(await trail()).toMatchObject({
    action: 'operatorFulfilOrder',
    before: { state: 'paid', problem: 'out of stock' },
    after: { state: 'fulfilled', problem: '' },
  })
})

test('J an answered question and a dismissed alert are in the audit log', async () => {
  const { id } = await fixture.beginPayment()
  await fixture.call('POST', `/orders/${id}/questions`, { text: '什么时候到账？' })
  const [question] = (await fixture.operator('GET', '/order-questions')).json<{ id: string }[]>()
  await fixture.operator('POST', `/order-questions/${question?.id}`, { answer: '马上' })
  expect(await trail()).toMatchObject({ before: { answer: null }, after: { answer: '马上' } })
  await fixture.notify({ headers: {}, body: Buffer.from('forged') })
  const [alert] = (await fixture.operator('GET', '/money-alerts')).json<PaymentAlert[]>()
  await fixture.operator('DELETE', `/money-alerts/${alert?.id}`)
  expect(await trail()).toMatchObject({
    before: { kind: 'notify-unverified', subject: 'alipay' },
    after: null,
  })
})

test('J prices and coupons are in the audit log, with their previous values', async () => {
  await put('/prices/vip/1m/CNY', { amount: 100 })
  expect(await trail()).toEqual({
    action: 'operatorSetPrice',
    subject: 'vip 1m CNY',
    before: { amount: price.CNY },
    after: { amount: 100 },
  })
  await put('/prices/server_rental/4h/USD', { amount: 100, relocatable: true })
  expect(await trail()).toMatchObject({
    subject: 'server_rental 4h relocatable USD',
    before: null,
    after: { amount: 100 },
  })
  await fixture.operator('DELETE', '/prices/server_rental/4h/USD?relocatable=true')
  expect(await trail()).toMatchObject({ before: { amount: 100 }, after: null })
  await put('/coupons/SPRING', { percent: 10 })
  await put('/coupons/SPRING', { percent: 20, uses: 5 })
  expect(await trail()).toMatchObject({
    subject: 'SPRING',
    before: { percent: 10, uses: null },
    after: { percent: 20, uses: 5 },
  })
  await fixture.operator('DELETE', '/coupons/SPRING')
  expect(await trail()).toMatchObject({ before: { percent: 20 }, after: null })
})

test('J a report that was made again is in the audit log', async () => {
  await fixture.operator('POST', '/money-reports/alipay/2026-11-19')
  expect(await trail()).toMatchObject({
    subject: 'alipay 2026-11-19',
    after: { state: 'no-bill', differences: 0 },
  })
})
