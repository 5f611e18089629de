import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { creationTimeoutMs } from '@clutch/contract/limits.ts'
import type { Page } from '@playwright/test'
import { callApi } from '../support/accounts.ts'
import { fetchNewestOrder, findTrade } from '../support/payments.ts'
import {
  cardAction,
  createPlayer,
  createRunningRental,
  rentalCard,
  openedDialog,
  expect,
  openRentalsPage,
  orderRental,
  fetchRental,
  fetchRentals,
  test,
} from '../support/rentals.ts'
import { readStorage } from '../support/sign-in.ts'
import type { Stack } from '../support/stack.ts'
import { expectAccessible } from '../support/test.ts'

const hourMs = 3_600_000
const text = { zh: '更换硬盘，稍后恢复', en: 'New disks, back soon' }

/** G20: maintenance of one server, or of a region, by its path. */
const maintain = (stack: Stack, path: string): Promise<unknown> =>
  stack.callOperator('PUT', `/api/operator/${path}/maintenance`, { text })
const endMaintenance = (stack: Stack, path: string): Promise<unknown> =>
  stack.callOperator('DELETE', `/api/operator/${path}/maintenance`)

/** The card lies under its cover: what it says, and renewing from there. */
async function expectCovered(page: Page, server: RentalView): Promise<void> {
  const card = rentalCard(page, server)
  await expect(card).toContainText(`${server.instance_name} 维护中`)
  await expect(card).toContainText(text.zh)
  await expect(card.getByText('复制连接')).toHaveCount(1)
  expect(await card.getByText('复制连接').evaluate((one) => one.closest('[inert]') !== null)).toBe(true)
  await cardAction(card, '续费').last().click()
  await expect(openedDialog(page, '续费')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(openedDialog(page)).toHaveCount(0)
}

test.describe('under maintenance', () => {
  test(
    'G20 G7 an operator’s word covers a card by itself; its owner can still renew',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const player = await createPlayer(stack)
      const server = await createRunningRental(stack, player)
      await openRentalsPage(page, player)
      await expect(rentalCard(page, server)).toContainText('运行中')
      await maintain(stack, `rentals/${server.instance_id}`)
      await expectCovered(page, server)
      await expectAccessible(page)
      const body = { instance_id: server.instance_id }
      const restarted = await callApi(stack, 'POST', '/api/scrim/restart-server', {
        bearer: player.token,
        body,
      })
      expect([restarted.status, await restarted.json()]).toMatchObject([409, { code: 'rental.maintenance' }])
      await endMaintenance(stack, `rentals/${server.instance_id}`)
      await expect(rentalCard(page, server)).not.toContainText('维护中')
      await cardAction(rentalCard(page, server), '改密码').click()
      await expect(openedDialog(page, '修改密码')).toBeVisible()
    },
  )

  test(
    'G20 a region covers all of its cards, offers no room, and gives back what it took over 24 hours',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const player = await createPlayer(stack)
      const server = await createRunningRental(stack, player)
      await openRentalsPage(page, player)
      try {
        await maintain(stack, 'regions/ap-shanghai')
        await expectCovered(page, server)
        await page.getByRole('button', { name: '新建服务器' }).click()
        await openedDialog(page).getByRole('radio', { name: '可切换地区' }).check()
        const place = openedDialog(page).getByRole('radio', { name: /^上海/ })
        await expect(place).toBeDisabled()
        await expect(place.locator('..')).toContainText('维护中')
        stack.clock.advance(25 * hourMs)
      } finally {
        await endMaintenance(stack, 'regions/ap-shanghai')
      }
      const { timestamp } = await fetchRental(stack, player, server.instance_id)
      const given = (timestamp ?? 0) - (server.timestamp ?? 0)
      expect(given).toBeGreaterThanOrEqual(25 * 3_600)
      expect(given).toBeLessThan(25 * 3_600 + 60)
    },
  )
})

test(
  'G21 the page tells of an end that comes, as long before as the term was long',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const short = await createRunningRental(stack, player, { name: 'Kite 四小时', duration: '4h' })
    const long = await createRunningRental(stack, player, { name: 'Kite 七天', duration: '7d' })
    stack.clock.advance(3 * hourMs)
    await openRentalsPage(page, player)
    await expect(rentalCard(page, short)).toContainText('不到 1 小时就要到期')
    await expect(rentalCard(page, long)).not.toContainText('就要到期')
    stack.clock.advance((4 * 24 + 1) * hourMs)
    await page.reload()
    await expect(rentalCard(page, long)).toContainText('不到 3 天就要到期')
    stack.clock.advance((6 * 24 + 1) * hourMs)
    await page.reload()
    await expect(rentalCard(page, long)).toContainText('不到 1 天就要到期')
    await expect(page.getByRole('region', { name: '已过期' }).getByRole('article')).toHaveCount(1)
    await cardAction(rentalCard(page, long), '续费').first().click()
    await expect(openedDialog(page, '续费')).toContainText(long.instance_name)
  },
)

test(
  'G22 C14 a session that ended elsewhere ends the page too: its word, and no token left',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.clock.install()
    const player = await createPlayer(stack)
    await openRentalsPage(page, player)
    await expect(page.getByText('还没有练习服务器')).toBeVisible()
    const ended = await callApi(stack, 'POST', '/api/account/sessions/end-all', {
      bearer: player.token,
      body: {},
    })
    expect(ended.ok).toBe(true)
    await page.clock.fastForward(31_000)
    await expect(page.getByText('登录已过期')).toBeVisible()
    await expect(page.getByText('请重新登录后查看你的服务器。')).toBeVisible()
    expect((await readStorage(page))['token']).toBeUndefined()
    await page.getByRole('main').getByRole('button', { name: '登录' }).click()
    await expect(openedDialog(page).getByRole('link', { name: '通过 Steam 登录' })).toBeVisible()
  },
)

test(
  'G22 a list that cannot be loaded says so; one that was loaded stays, and says from when it is',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.clock.install()
    const list = /\/api\/scrim\/getUserServers$/
    const cut = () => page.route(list, (route) => route.fulfill({ status: 503, body: '' }))
    // The stream stays cut: it brings the list by itself, and the button would be gone.
    await page.route(/\/api\/scrim\/stream$/, (route) => route.fulfill({ status: 503, body: '' }))
    await cut()
    await openRentalsPage(page, await createPlayer(stack))
    const failed = page.getByRole('alert').filter({ hasText: '服务器列表加载失败' })
    await expect(failed).toBeVisible()
    await expectAccessible(page)
    await page.unroute(list)
    await failed.getByRole('button', { name: '重试' }).click()
    await expect(page.getByText('还没有练习服务器')).toBeVisible()
    await expect(failed).toHaveCount(0)
    await cut()
    await page.clock.fastForward(31_000)
    await expect(page.getByText(/连接中断，显示的是 \d\d:\d\d 的数据/)).toBeVisible()
    await expect(page.getByText('还没有练习服务器')).toBeVisible()
  },
)

test(
  'G25 what could not be made within 30 minutes says so, and the money goes back',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    await openRentalsPage(page, player)
    await orderRental(stack, player)
    const { no } = await findTrade(stack, await fetchNewestOrder(stack, player))
    await stack.payments.pay('wechat', no)
    await expect.poll(() => fetchRentals(stack, player), { intervals: [10] }).toHaveLength(1)
    stack.clock.advance(creationTimeoutMs + 60_000)
    const [server] = await fetchRentals(stack, player)
    if (server === undefined) throw new Error('no server was ordered')
    const card = rentalCard(page, server)
    await expect(card).toContainText('创建失败')
    await expect(card).toContainText('这台服务器没能创建成功。')
    await cardAction(card, '退款').click()
    const dialog = openedDialog(page, '退款')
    await expect(dialog).toContainText('全部原路退回')
    await expectAccessible(page)
    await cardAction(dialog, '取消').click()
    await expect(card).toBeVisible()
    await cardAction(card, '退款').click()
    await cardAction(dialog, '确认退款').click()
    await expect(dialog).toContainText('退款已提交')
    await cardAction(dialog, '确认').click()
    await expect(card).toHaveCount(0)
    await expect(page.getByText('还没有练习服务器')).toBeVisible()
    await expect
      .poll(() => fetchNewestOrder(stack, player))
      .toMatchObject({ status: 'refunded', refunded: 21_900 })
  },
)
