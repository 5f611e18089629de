import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { takePerson } from '../support/accounts.ts'
import {
  advanceToNextPoll,
  fetchNewestOrder,
  openAsBuyer,
  paidTitle,
  payNewestOrder,
  payByWechat,
} from '../support/payments.ts'
import { openSignedIn, mockSession, signInOnDevice } from '../support/sessions.ts'
import { accountButton, openWithStoredSession } from '../support/sign-in.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

/** The dialog in which VIP is bought, and the page in its frame. */
const purchase = (page: Page) => page.getByRole('dialog', { name: '购买 VIP', exact: true })
const frameOf = (page: Page) => purchase(page).getByTitle('VIP 购买页')
const framed = (page: Page) => frameOf(page).contentFrame()
/** It shows the amount once everything is chosen. */
const payButton = (place: Page | FrameLocator) => place.getByRole('button', { name: /^支付( ¥.*)?$/ })
const choose = (page: Page) => page.getByRole('button', { name: '选择套餐' })
const day = 86_400_000
const inDays = (days: number) => Date.now() + days * day

/** The purchase dialog of a signed-in user, with the page in it. */
async function openPurchase(page: Page): Promise<void> {
  await openWithStoredSession(page, await mockSession(page), '/vip')
  await choose(page).click()
  await expect(payButton(framed(page))).toBeVisible()
}

/** Counts how often the page is notified that the VIP status changed, and how often it asks the portal. */
async function countChanges(
  page: Page,
): Promise<{ readChanges: () => Promise<number>; countRequests: () => number }> {
  let asked = 0
  page.on('request', (request) => {
    // The page in the frame asks for itself.
    if (request.frame() === page.mainFrame() && request.url().includes('/api/auth/vip-status/')) asked += 1
  })
  await page.evaluate(() => {
    const counted = window as { changes?: number }
    addEventListener('vipStatusChanged', () => (counted.changes = (counted.changes ?? 0) + 1))
  })
  const readChanges = () => page.evaluate(() => (window as { changes?: number }).changes ?? 0)
  return { readChanges, countRequests: () => asked }
}

test.describe('the purchase dialog', () => {
  test(
    'F2 F4 shows the purchase page with buyer and origin; its colours can be switched',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await operator.change({ name: 'Rush B' })
      await openPurchase(page)
      const { searchParams, pathname } = new URL((await frameOf(page).getAttribute('src')) ?? '', page.url())
      expect([pathname, Object.fromEntries(searchParams)]).toEqual([
        '/subscribe',
        { username: 'kite_07', steamid: '76561198000000001', server_name: 'Rush B' },
      ])
      await expect(framed(page).getByText('kite_07').first()).toBeVisible()
      await expect(framed(page).getByText('Rush B 的 VIP')).toBeVisible()
      await expect(framed(page).getByRole('navigation')).toHaveCount(0)
      expect((await purchase(page).boundingBox())?.height).toBe(800)
      expect((await purchase(page).boundingBox())?.width).toBe(800)

      const filter = () => frameOf(page).evaluate((frame) => getComputedStyle(frame).filter)
      expect(await filter()).toBe('none')
      await purchase(page).getByRole('button', { name: '浅色' }).click()
      expect(await filter()).toMatch(/invert\(1\)/)
      await purchase(page).getByRole('button', { name: '深色' }).click()
      expect(await filter()).toBe('none')
      await expectAccessible(page)
    },
  )

  test(
    'F2 F6 Escape inside the frame closes it, then the VIP status is asked again',
    { tag: '@variant' },
    async ({ page }) => {
      await openPurchase(page)
      const { readChanges, countRequests } = await countChanges(page)
      await framed(page)
        .getByRole('radio', { name: /3 个月/ })
        .focus()
      await page.keyboard.press('Escape')
      await expect(purchase(page)).toHaveCount(0)
      await expect(choose(page)).toBeFocused()
      await expect.poll(readChanges).toBe(1)
      await expect.poll(countRequests).toBe(1)
      await choose(page).click()
      await expect(payButton(framed(page))).toBeVisible()
      await purchase(page).getByRole('button', { name: '关闭' }).click()
      await expect(purchase(page)).toHaveCount(0)
      await expect.poll(readChanges).toBe(2)
    },
  )

  test.describe('at 390 px', () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test('F2 is 85 % of the window high', { tag: '@variant' }, async ({ page }) => {
      await openPurchase(page)
      const box = await purchase(page).boundingBox()
      expect(Math.round(box?.height ?? 0)).toBe(Math.round(844 * 0.85))
    })
  })
})

test(
  'F4 the parameters are for show: the order is of who is signed in',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const parameters = 'username=Nobody&steamid=76561198999999999&server_name=Elsewhere'
    const buyer = await openAsBuyer(page, stack, `/subscribe?${parameters}`)
    await expect(page.getByText('Nobody', { exact: true })).toBeVisible()
    await expect(page.getByText(`当前登录的是 ${buyer.person.name}，订单属于这个账号。`)).toBeVisible()
    await payByWechat(page)
    expect(await fetchNewestOrder(stack, buyer)).toMatchObject({ recipient: buyer.person.steamId })
  },
)

test(
  'F4 a gift to another SteamID: their VIP, not one’s own',
  { tag: '@variant' },
  async ({ page, stack, openAnotherBrowser }) => {
    const session = await signInOnDevice(stack, takePerson())
    const { user: given } = session
    await page.clock.install()
    const buyer = await openAsBuyer(page, stack, '/subscribe')
    await page.getByRole('radio', { name: /送给别人/ }).check()
    const field = page.getByRole('textbox', { name: '对方的 SteamID64' })
    for (const [typed, said] of [
      ['765', '需要 17 位数字'],
      [buyer.person.steamId, '这是你自己的 SteamID'],
    ] as const) {
      await field.fill(typed)
      await field.blur()
      await expect(page.getByText(said)).toBeVisible()
      await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true')
    }
    const coupon = page.getByRole('textbox', { name: '优惠码' })
    await coupon.fill('welcome10')
    await coupon.press('Enter')
    await expect(page.getByText('这个价格没有优惠')).toHaveCount(0)
    await field.fill('76561198999999999')
    await expect(page.getByText('已减 ¥3.00')).toBeVisible()
    await expect(page.getByText('这名玩家还没有登录过本站。')).toBeVisible()
    await field.fill(` ${given.steamId} `)
    await expect(page.getByText(`将送给 ${given.username}`)).toBeVisible()
    await page.getByRole('button', { name: '移除' }).click()
    await payByWechat(page)
    await payNewestOrder(stack, 'wechat', buyer)
    await advanceToNextPoll(page)
    await expect(paidTitle(page)).toBeVisible()
    await expect(page.getByText(`已为 ${given.username} 开通 1 个月 VIP`)).toBeVisible()
    const theirs = await openAnotherBrowser()
    await openWithStoredSession(theirs, session, '/vip')
    await expect(accountButton(theirs)).toContainText(/VIP · 至 \d{4}-\d\d-\d\d/)
    await page.getByRole('button', { name: '完成' }).click()
    await page.goto('/vip')
    await expect(accountButton(page)).toContainText(buyer.person.name)
    await expect(accountButton(page)).not.toContainText('VIP')
  },
)

test(
  'F7 a permanent VIP can give VIP, but not buy it for themselves',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const person = takePerson()
    await stack.callOperator('PUT', `/api/operator/memberships/${person.steamId}/vip`, {})
    await openSignedIn(page, stack, person, '/vip')
    await expect(page.getByText('你已是永久 VIP。')).toBeVisible()
    await expect(accountButton(page)).toContainText('VIP')
    await choose(page).click()
    const pay = payButton(framed(page))
    await expect(pay).toHaveAttribute('aria-disabled', 'true')
    await expect(pay).toHaveAccessibleDescription('这个账号已是永久 VIP，可以送给别人。')
    await framed(page)
      .getByRole('radio', { name: /送给别人/ })
      .check()
    await framed(page).getByRole('textbox', { name: '对方的 SteamID64' }).fill('76561198999999998')
    await expect(pay).not.toHaveAttribute('aria-disabled', 'true')
  },
)

test(
  'F7 the end of VIP is announced 3 days and 1 day before, each until it is closed',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const person = takePerson()
    const later = (days: number) => page.clock.setSystemTime(inDays(days))
    const notice = page.getByText(/VIP 将在 \d{4}-\d\d-\d\d 到期/)
    await stack.callOperator('PUT', `/api/operator/memberships/${person.steamId}/vip`, { expires: inDays(4) })
    await openSignedIn(page, stack, person)
    await expect(accountButton(page)).toContainText('VIP · 至')
    await expect(notice).toHaveCount(0)
    await later(2)
    await page.reload()
    await expect(notice).toBeVisible()
    await page.getByRole('link', { name: '续费 VIP' }).click()
    await expect(page).toHaveURL('/vip')
    await expect(notice).toBeVisible()
    await expect(page.getByRole('link', { name: '续费 VIP' })).toHaveCount(0)
    await page.getByRole('main').getByRole('button', { name: '关闭' }).click()
    await expect(notice).toHaveCount(0)
    await page.reload()
    await expect(accountButton(page)).toContainText('VIP · 至')
    await expect(notice).toHaveCount(0)
    await later(3.5)
    await page.reload()
    await expect(notice).toBeVisible()
  },
)

test(
  'F4 the operator’s own pages instead: framed as the policy lets it, and the store elsewhere',
  { tag: '@variant' },
  async ({ page, operator, allowedRequests }) => {
    const asked: string[] = []
    const elsewhere = createServer(({ url = '' }, response) => {
      asked.push(url)
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>Shop</title><h1>Another shop</h1>')
    })
    await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening))
    const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    allowedRequests.add(origin)
    try {
      await operator.change({
        vip: { subscribeUrl: `${origin}/buy?shop=7#plans`, storeUrl: `${origin}/cards` },
      })
      await openWithStoredSession(page, await mockSession(page), '/vip')
      await choose(page).click()
      await expect(framed(page).getByRole('heading', { name: 'Another shop' })).toBeVisible()
      const src = (await frameOf(page).getAttribute('src')) ?? ''
      expect(src.endsWith('#plans')).toBe(true)
      expect(Object.fromEntries(new URL(src).searchParams)).toEqual({
        shop: '7',
        username: 'kite_07',
        steamid: '76561198000000001',
        server_name: 'CLUTCH',
      })
      expect(asked.filter((url) => url.startsWith('/buy?shop=7&'))).toHaveLength(1)
      await expect(frameOf(page)).toHaveAttribute('sandbox', /allow-forms/)
      await expect(frameOf(page)).not.toHaveAttribute('sandbox', /allow-top-navigation/)
      const filter = () => frameOf(page).evaluate((frame) => getComputedStyle(frame).filter)
      expect(await filter()).toMatch(/invert\(1\)/)
      await purchase(page).getByRole('button', { name: '浅色' }).click()
      expect(await filter()).toBe('none')
      await purchase(page).getByRole('button', { name: '关闭' }).click()
      await expect(purchase(page)).toHaveCount(0)

      const opened = page.waitForEvent('popup')
      await page.getByRole('link', { name: /^打开商店/ }).click()
      const store = await opened
      await expect(store).toHaveURL(`${origin}/cards`)
      expect(await store.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, ''])
    } finally {
      elsewhere.closeAllConnections()
      await new Promise((closed) => elsewhere.close(closed))
    }
  },
)
