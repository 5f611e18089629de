import type { Page } from '@playwright/test'
import { callApi } from '../support/accounts.ts'
import {
  refocusPage,
  expect,
  purchaseFrame,
  choiceOption,
  advanceToNextPoll,
  openAsBuyer,
  openVipPurchase,
  fetchNewestOrder,
  fetchOrders,
  paidTitle,
  paymentPanel,
  payNewestOrder,
  payButton,
  payByWechat,
  test,
  timeLeft,
  findTrade,
} from '../support/payments.ts'
import { accountButton, choosePersonAtSteam, signInButton } from '../support/sign-in.ts'

const orderCall = /\/api\/payment\/orders\/[\w-]+$/

/** How often the portal is asked about an order. */
function countOrderPolls(page: Page): () => number {
  let looks = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && orderCall.test(request.url())) looks++
  })
  return () => looks
}

test(
  'H4 the time runs out by the page’s own clock: said, retried at the provider first, and asked no more',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.clock.install()
    const buyer = await openAsBuyer(page, stack, '/subscribe')
    await payByWechat(page)
    const order = await fetchNewestOrder(stack, buyer)
    await page.route(orderCall, (route) => route.abort())
    await page.clock.fastForward(450_000)
    await expect(timeLeft(page)).toHaveText(/^0:[0-2]\d$|^0:30$/)
    await expect(page.getByText('服务暂时没有响应，每 10 秒会再试一次。')).toBeVisible()
    await page.clock.fastForward(30_000)
    await expect(page.getByText('支付时间已过。')).toBeVisible()
    await expect(timeLeft(page)).toHaveCount(0)
    await expect(page.getByRole('img', { name: '微信支付二维码' })).toHaveCount(0)
    expect(await findTrade(stack, order)).toMatchObject({ state: 'waiting' })
    await page.getByRole('button', { name: '重试' }).click()
    await expect(payButton(page, '¥30.00')).toBeEnabled()
    await page.unroute(orderCall)
    expect(await findTrade(stack, order)).toMatchObject({ state: 'closed' })
    const looks = countOrderPolls(page)
    await page.clock.runFor(60_000)
    expect(looks()).toBe(0)
    await payByWechat(page)
    expect((await fetchOrders(stack, buyer)).map(({ status }) => status)).toEqual(['open', 'closed'])
  },
)

test(
  'H4 an order that the portal closed when its time was over is asked for no more',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.clock.install()
    const buyer = await openAsBuyer(page, stack, '/vip')
    await payByWechat(await openVipPurchase(page))
    const { id } = await fetchNewestOrder(stack, buyer)
    await callApi(stack, 'POST', `/api/payment/orders/${id}/close`, { bearer: buyer.token, body: {} })
    await advanceToNextPoll(page)
    await expect(purchaseFrame(page).getByRole('button', { name: '重试' })).toBeVisible()
    const looks = countOrderPolls(page)
    await page.clock.runFor(60_000)
    expect(looks()).toBe(0)
  },
)

test(
  'H3 H8 a provider that is away is said in words; once it is back the same order goes on',
  { tag: '@variant' },
  async ({ page, stack, payments }) => {
    payments.setFaults('wechat', { status: 500 })
    const buyer = await openAsBuyer(page, stack, '/subscribe')
    await choiceOption(page, '微信支付').check()
    await payButton(page, '¥30.00').click()
    await expect(page.getByText('支付平台暂时没有响应，请稍后再试')).toBeVisible()
    payments.setFaults('wechat', { status: 0 })
    await payByWechat(page)
    await expect(page.getByText('支付平台暂时没有响应，请稍后再试')).toHaveCount(0)
    const orders = await fetchOrders(stack, buyer)
    expect(orders).toHaveLength(1)
    for (const order of orders) expect(await findTrade(stack, order)).toMatchObject({ state: 'waiting' })
  },
)

test(
  'H4 a window that was opened for nothing is closed again, and why is said',
  { tag: '@variant' },
  async ({ page, context, stack }) => {
    await openAsBuyer(page, stack, '/subscribe')
    await choiceOption(page, '支付宝').check()
    const opening = page.waitForEvent('popup')
    await page.route('**/api/payment/pay', async (route) => {
      await opening
      await route.abort()
    })
    await payButton(page, '¥30.00').click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('无法连接到服务')
    await expect.poll(() => context.pages().length).toBe(1)
  },
)

test(
  'C14 H4 a session that ended while paying: signing in is asked for, and then the order is there again',
  { tag: '@variant' },
  async ({ page, stack, steam: _ }) => {
    await page.clock.install()
    const buyer = await openAsBuyer(page, stack, '/vip')
    await payByWechat(await openVipPurchase(page))
    const { number } = await fetchNewestOrder(stack, buyer)
    await callApi(stack, 'POST', '/api/account/sessions/end-all', { bearer: buyer.token, body: {} })
    await advanceToNextPoll(page)
    await page.getByRole('dialog').getByRole('link', { name: '通过 Steam 登录' }).click()
    await choosePersonAtSteam(page, buyer.person)
    await expect(page).toHaveURL('/vip')
    await expect(paymentPanel(purchaseFrame(page))).toContainText(number)
  },
)

test(
  'C13 H4 signed out in another tab while paying: the page asks to sign in, and then the order is there again',
  { tag: '@variant' },
  async ({ page, context, stack, steam: _ }) => {
    const buyer = await openAsBuyer(page, stack, '/subscribe')
    await payByWechat(page)
    const { number } = await fetchNewestOrder(stack, buyer)
    const other = await context.newPage()
    await other.goto('/')
    await accountButton(other).click()
    await other.getByRole('button', { name: '退出登录' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click()
    await expect(signInButton(other)).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('dialog').getByRole('link', { name: '通过 Steam 登录' }).click()
    await choosePersonAtSteam(page, buyer.person)
    await expect(paymentPanel(page)).toContainText(number)
    await payNewestOrder(stack, 'wechat', { ...buyer, token: await readToken(page) })
    await refocusPage(page)
    await expect(paidTitle(page)).toBeVisible()
  },
)

const readToken = async (page: Page): Promise<string> =>
  (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
