import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import {
  type PaymentsEmulatorHandle,
  type ProviderName,
  type Trade,
  noPaymentFaults,
} from '@clutch/emulators/payments/index.ts'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { type Person, callApiExpectingSuccess, takePerson } from './accounts.ts'
import { openSignedIn } from './sessions.ts'
import type { Stack } from './stack.ts'
import { test as base, expect } from './test.ts'

interface Fixtures {
  /** The provider emulators, in a test whose browsers may reach them; they are reset after it. */
  payments: PaymentsEmulatorHandle
}

/** The test of journeys that lead to a payment provider. */
export const test = base.extend<Fixtures>({
  payments: async ({ stack, allowedRequests }, use) => {
    const { payments } = stack
    allowedRequests.add(payments.url).add(payments.environment('alipay')['ALIPAY_URL'] ?? '')
    await use(payments)
    for (const provider of ['alipay', 'wechat', 'paypal'] as const)
      payments.setFaults(provider, noPaymentFaults)
  },
})

export { expect }

/** A buyer and the token of their session. */
export interface Buyer {
  person: Person
  token: string
}

/** Opens a page as a user without purchases. */
export async function openAsBuyer(page: Page, stack: Stack, path: string): Promise<Buyer> {
  const person = takePerson()
  return { person, token: await openSignedIn(page, stack, person, path) }
}

/** Where things are bought: the page itself, or the frame of VIP's dialog. */
export type PurchaseArea = Page | FrameLocator

/** The purchase page in the dialog of `/vip`. */
export const purchaseFrame = (page: Page): FrameLocator => page.frameLocator('iframe')

/** F2: opens the dialog of `/vip`; answers the purchase page in it. */
export async function openVipPurchase(page: Page, words = '选择套餐'): Promise<FrameLocator> {
  await page.getByRole('button', { name: words }).click()
  return purchaseFrame(page)
}

export const choiceOption = (place: PurchaseArea, name: string): Locator =>
  place.getByRole('radio', { name: new RegExp(`^${name}`) })
export const payButton = (place: PurchaseArea, amount: string, pay = '支付'): Locator =>
  place.getByRole('button', { name: `${pay} ${amount}`, exact: true })

/** The order that is being paid. */
export const paymentPanel = (place: PurchaseArea): Locator =>
  place.getByRole('region', { name: /^(订单|Order) ord-/ })
export const timeLeft = (place: PurchaseArea): Locator => place.getByRole('timer')
export const paidTitle = (place: PurchaseArea): Locator => place.getByText('支付成功', { exact: true })

/** Chooses WeChat Pay and presses the pay button; answers once the code is there. */
export async function payByWechat(place: PurchaseArea, amount = '¥30.00'): Promise<void> {
  await choiceOption(place, '微信支付').check()
  await payButton(place, amount).click()
  await expect(place.getByRole('img', { name: '微信支付二维码' })).toBeVisible()
}

/** All orders of a user, newest first. */
export async function fetchOrders(stack: Stack, { token }: Buyer): Promise<OrderView[]> {
  const path = '/api/payment/orders'
  return (await callApiExpectingSuccess<{ orders: OrderView[] }>(stack, 'GET', path, { bearer: token }))
    .orders
}

/** The newest order of a user. */
export async function fetchNewestOrder(stack: Stack, buyer: Buyer): Promise<OrderView> {
  const [order] = await fetchOrders(stack, buyer)
  if (order === undefined) throw new Error('nothing was ordered')
  return order
}

/** What an order's provider knows of its payments, the oldest first. */
async function findTrades(stack: Stack, { id }: Pick<OrderView, 'id'>): Promise<Trade[]> {
  const { attempts } = (await stack.callOperator('GET', `/api/operator/orders/${id}`)) as OrderDetails
  const numbers = attempts.map(({ no }) => no)
  return stack.payments.trades.filter(({ no }) => numbers.includes(no)).toReversed()
}

/** The only payment of an order. */
export async function findTrade(stack: Stack, order: Pick<OrderView, 'id'>): Promise<Trade> {
  const [trade, ...others] = await findTrades(stack, order)
  if (trade === undefined || others.length > 0) throw new Error(`not one payment but ${others.length + 1}`)
  return trade
}

/** Waits until what was bought is delivered. */
export async function waitUntilFulfilled(stack: Stack, buyer: Buyer): Promise<OrderView> {
  const last = () => fetchNewestOrder(stack, buyer)
  await expect.poll(last, { intervals: [50] }).toMatchObject({ status: 'paid', fulfilled: true })
  return last()
}

/** Pays the newest order of a user at its provider and waits until it is fulfilled. */
export async function payNewestOrder(stack: Stack, provider: ProviderName, buyer: Buyer): Promise<OrderView> {
  const { no } = await findTrade(stack, await fetchNewestOrder(stack, buyer))
  await stack.payments.pay(provider, no)
  return waitUntilFulfilled(stack, buyer)
}

/** The user returns to the page from another window. */
export const refocusPage = (place: PurchaseArea): Promise<void> =>
  place.locator('body').evaluate(() => void window.dispatchEvent(new Event('focus')))

/** H4: lets the page's own time go on until it asks again. The clock of the page must have been installed. */
export const advanceToNextPoll = (page: Page): Promise<void> => page.clock.fastForward(10_000)

/** An order of VIP for a month, and the payment of it, made outside any browser. */
export async function createPaidOrder(
  stack: Stack,
  { token }: Buyer,
  { method = 'wechat', coupon }: { method?: ProviderName; coupon?: string } = {},
): Promise<string> {
  const currency = method === 'paypal' ? 'USD' : 'CNY'
  const options = JSON.stringify({ duration: '1m', paymentMethod: method })
  const body = { productType: 'vip', productId: 'plan', currency, options, coupon }
  const asked = { bearer: token, body }
  const { id } = await callApiExpectingSuccess<{ id: string }>(stack, 'POST', '/api/payment/orders', asked)
  await callApiExpectingSuccess(stack, 'POST', '/api/payment/pay', {
    bearer: token,
    body: { orderId: id, method },
  })
  return id
}
