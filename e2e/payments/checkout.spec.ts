import type { Reply } from '@clutch/contract/api/call.ts'
import type { getVipStatus } from '@clutch/contract/api/accounts/sign-in.ts'
import { communityTimeZone } from '@clutch/contract/limits.ts'
import { durationMs } from '@clutch/contract/rules/payments/durations.ts'
import type { Page } from '@playwright/test'
import { callApiExpectingSuccess } from '../support/accounts.ts'
import {
  type Buyer,
  choiceOption,
  expect,
  advanceToNextPoll,
  openAsBuyer,
  openVipPurchase,
  fetchNewestOrder,
  fetchOrders,
  paidTitle,
  paymentPanel,
  payNewestOrder,
  payButton,
  test,
  timeLeft,
  findTrade,
  waitUntilFulfilled,
} from '../support/payments.ts'
import { accountButton } from '../support/sign-in.ts'
import type { Stack } from '../support/stack.ts'
import { expectAccessible, openWithPreferences } from '../support/test.ts'
import { tabUntilFocused } from '../support/keyboard.ts'

/** The last day of a user's VIP, as the page shows it. */
async function lastDay(stack: Stack, { person, token: bearer }: Buyer): Promise<string> {
  const path = `/api/auth/vip-status/${person.steamId}`
  const status = await callApiExpectingSuccess<Reply<typeof getVipStatus>>(stack, 'GET', path, { bearer })
  const { expireDate } = status
  expect((expireDate ?? 0) - Date.now()).toBeGreaterThan(durationMs('1m') - 60_000)
  return new Intl.DateTimeFormat('sv', { timeZone: communityTimeZone }).format(expireDate ?? 0)
}

/** Counts from now on how often the page is notified that the VIP status changed. */
async function listenToStatus(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    window.addEventListener('vipStatusChanged', () => {
      const { dataset } = document.documentElement
      dataset['announced'] = String(Number(dataset['announced'] ?? 0) + 1)
    })
  })
  return async () => Number((await page.locator('html').getAttribute('data-announced')) ?? 0)
}

test('H4 F2 F6 B4 three months by WeChat from the dialog: code, ring, paid at the next look, then the badge', async ({
  page,
  stack,
}) => {
  await page.clock.install()
  const buyer = await openAsBuyer(page, stack, '/vip')
  const frame = await openVipPurchase(page)
  await choiceOption(frame, '3 个月').check()
  await choiceOption(frame, '微信支付').check()
  await payButton(frame, '¥81.00').click()
  const code = frame.getByRole('img', { name: '微信支付二维码' })
  await expect(code).toBeVisible()
  expect(await code.boundingBox()).toMatchObject({ width: 168, height: 168 })
  await expect(timeLeft(frame)).toHaveText(/^7:5\d$|^8:00$/)
  await expect(paymentPanel(frame)).toContainText('测试支付，不会扣款')
  await expectAccessible(page)

  const order = await fetchNewestOrder(stack, buyer)
  expect(order).toMatchObject({
    status: 'open',
    duration: '3m',
    amount: 8_100,
    recipient: buyer.person.steamId,
  })
  await expect(paymentPanel(frame)).toContainText(order.number)
  expect(order.payment?.payment_url).toMatch(/^weixin:/)
  expect(await findTrade(stack, order)).toMatchObject({ state: 'waiting', amount: 8_100, currency: 'CNY' })

  await payNewestOrder(stack, 'wechat', buyer)
  await advanceToNextPoll(page)
  await expect(paidTitle(frame)).toBeVisible()
  const day = await lastDay(stack, buyer)
  await expect(frame.getByText(`VIP 有效期至 ${day}`)).toBeVisible()
  await expectAccessible(page)
  const countStatusMessages = await listenToStatus(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(countStatusMessages).toBe(1)
  await expect(accountButton(page)).toHaveText(`${buyer.person.name}VIP · 至 ${day}账号`)
  await expect(page.getByText(`有效期至 ${day}，续费会从该日起顺延。`)).toBeVisible()
  expect(await fetchOrders(stack, buyer)).toHaveLength(1)
})

test('H4 H5 by Alipay: its page opens in the press, leads back to the order, and the panel behind knows it too', async ({
  page,
  stack,
  payments,
}) => {
  await page.clock.install()
  const buyer = await openAsBuyer(page, stack, '/vip')
  const frame = await openVipPurchase(page)
  await choiceOption(frame, '支付宝').check()
  const opening = page.waitForEvent('popup')
  await payButton(frame, '¥30.00').click()
  const provider = await opening
  await expect(frame.getByRole('link', { name: '前往支付宝' })).toBeVisible()
  await expect(paymentPanel(frame)).toContainText('请在支付宝的页面上付款')
  const { id } = await fetchNewestOrder(stack, buyer)
  await expect(provider.getByRole('article')).toContainText('30.00 CNY')
  expect(new URL(provider.url()).origin).toBe(payments.environment('alipay')['ALIPAY_URL'])
  expect(await provider.evaluate(() => window.opener as unknown)).toBeNull()
  await provider.getByRole('button', { name: '付款' }).click()
  await expect(provider).toHaveURL((url) => url.pathname === `/orders/${id}`)
  await expect(provider.getByText('款项已到账，可以关闭这个窗口。')).toBeVisible()
  await expect(provider.getByText('已入账', { exact: true })).toBeVisible()
  await waitUntilFulfilled(stack, buyer)
  await advanceToNextPoll(page)
  await expect(paidTitle(frame)).toBeVisible()
  await frame.getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(accountButton(page)).toContainText(`VIP · 至 ${await lastDay(stack, buyer)}`)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test(
    'H4 H6 by PayPal in English: dollars, nothing opens by itself, and its approval is captured on the way back',
    { tag: '@variant' },
    async ({ page, context, stack, payments }) => {
      await openWithPreferences(page, 'en')
      const buyer = await openAsBuyer(page, stack, '/vip')
      const frame = await openVipPurchase(page, 'Choose a plan')
      await choiceOption(frame, 'PayPal').check()
      await payButton(frame, '$4.99', 'Pay').click()
      const link = frame.getByRole('link', { name: 'Go to PayPal' })
      await expect(link).toBeVisible()
      await expect(paymentPanel(frame)).toContainText('$4.99')
      expect(context.pages()).toHaveLength(1)
      await expectAccessible(page)
      const opening = page.waitForEvent('popup')
      await link.click()
      const provider = await opening
      await expect(provider.getByRole('article')).toContainText('4.99 USD')
      expect(new URL(provider.url()).origin).toBe(payments.url)
      await provider.getByRole('button', { name: 'Approve' }).click()
      const { id } = await fetchNewestOrder(stack, buyer)
      await expect(provider).toHaveURL((url) => url.pathname === `/orders/${id}`)
      await expect(provider.getByText('Your payment has arrived. You may close this window.')).toBeVisible()
      expect(await findTrade(stack, { id })).toMatchObject({ state: 'paid', amount: 499, currency: 'USD' })
      expect(await waitUntilFulfilled(stack, buyer)).toMatchObject({
        amount: 499,
        currency: 'USD',
        method: 'paypal',
      })
    },
  )
})

test(
  'H4 by keyboard alone: the dialog, a term, a method, the order, paid, and back to where it began',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.clock.install()
    const buyer = await openAsBuyer(page, stack, '/vip')
    const start = page.getByRole('button', { name: '选择套餐' })
    await start.focus()
    await page.keyboard.press('Enter')
    const frame = page.frameLocator('iframe')
    await expect(choiceOption(frame, '1 个月')).toBeChecked()
    await tabUntilFocused(page, choiceOption(frame, '1 个月'))
    await page.keyboard.press('ArrowDown')
    await expect(choiceOption(frame, '3 个月')).toBeChecked()
    await tabUntilFocused(page, choiceOption(frame, '微信支付'))
    await tabUntilFocused(page, payButton(frame, '¥81.00'))
    await page.keyboard.press('Enter')
    await expect(frame.getByRole('img', { name: '微信支付二维码' })).toBeVisible()
    await tabUntilFocused(page, frame.getByRole('button', { name: '取消订单' }))
    await payNewestOrder(stack, 'wechat', buyer)
    await advanceToNextPoll(page)
    await expect(frame.getByRole('button', { name: '完成' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(start).toBeFocused()
  },
)
