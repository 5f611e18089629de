import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { holdDurationMs } from '@clutch/contract/limits.ts'
import type { Locator, Page } from '@playwright/test'
import { pauseClock } from '../support/server-list.ts'
import {
  cardAction,
  createPlayer,
  createRunningRental,
  rentalCard,
  openedDialog,
  expect,
  holdWithKey,
  holdWithMouse,
  fetchOperatorRental,
  openRentalsPage,
  findProcess,
  fetchRental,
  test,
  waitUntilRunning,
} from '../support/rentals.ts'
import { setRentalAdmins } from './rental-fixtures.ts'
import type { Stack } from '../support/stack.ts'
import { expectAccessible } from '../support/test.ts'

/** How often the page has asked for a restart, from now on. */
function countRestarts(page: Page): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/restart-server')) asked += 1
  })
  return () => asked
}

/** How often something was done to a server, by its history. */
async function countActions(stack: Stack, server: RentalView, what: string): Promise<number> {
  const { history } = await fetchOperatorRental(stack, server)
  return history
    .filter((line) => line.what === what)
    .reduce((sum, { detail }) => sum + Number(detail['count'] ?? 1), 0)
}

/** Puts a finger on something, and takes it away, as a touch screen tells it. */
async function touchAndHold(page: Page, button: Locator): Promise<{ lift: () => Promise<void> }> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (box === null) throw new Error('it is not in sight')
  const screen = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  return {
    lift: async () => {
      await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await screen.detach()
    },
  }
}

test(
  'G8 G7 a restart is held: let go early or moved away nothing happens; held 2 s it restarts and locks',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.clock.install()
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    await openRentalsPage(page, player)
    const restarts = countRestarts(page)
    const button = cardAction(rentalCard(page, server), '重启')
    const before = findProcess(stack, server)
    await button.hover()
    await pauseClock(page)
    await page.mouse.down()
    await expect(button).toHaveAttribute('data-phase', 'holding')
    await page.clock.runFor(holdDurationMs / 4)
    await page.mouse.up()
    await expect(button).toHaveAttribute('data-phase', 'hint')
    await expect(button).toContainText('按住 2 秒')
    await page.mouse.down()
    await expect(button).toHaveAttribute('data-phase', 'holding')
    await page.mouse.move(0, 0)
    await page.clock.runFor(2 * holdDurationMs)
    await page.mouse.up()
    await expect(button).toHaveAttribute('data-phase', 'idle')
    await button.dblclick()
    await page.clock.runFor(2 * holdDurationMs)
    await button.focus()
    await page.keyboard.press('Enter')
    await page.clock.runFor(2 * holdDurationMs)
    expect(restarts()).toBe(0)
    expect(findProcess(stack, server)).toEqual(before)
    await page.clock.resume()

    await holdWithMouse(page, button)
    await expect(page.getByText(`${server.instance_name} 正在重启`)).toBeVisible()
    const locked = rentalCard(page, server).getByRole('button', { name: /^重启|秒$/ })
    await expect(locked).toHaveText(/^\d\d 秒/)
    for (const name of ['改密码', '管理员', 'Demo'])
      await expect(cardAction(rentalCard(page, server), name)).toHaveAccessibleDescription(/刚刚重启过/)
    await expectAccessible(page)
    await waitUntilRunning(stack, player, server.instance_id)
    expect(findProcess(stack, server)?.pid).not.toBe(before?.pid)
    expect(restarts()).toBe(1)
  },
)

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test(
    'G8 a finger holds as well: lifted early nothing happens, left there it restarts',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const player = await createPlayer(stack)
      const server = await createRunningRental(stack, player)
      await openRentalsPage(page, player)
      const restarts = countRestarts(page)
      const button = cardAction(rentalCard(page, server), '重启')
      await button.tap()
      await expect(button).toHaveAttribute('data-phase', 'hint')
      expect(restarts()).toBe(0)
      const finger = await touchAndHold(page, button)
      await expect(button).toHaveAttribute('data-phase', 'holding')
      await expect(page.getByText(`${server.instance_name} 正在重启`)).toBeVisible()
      await finger.lift()
      expect(restarts()).toBe(1)
      expect((await fetchRental(stack, player, server.instance_id)).locked_until).not.toBeNull()
    },
  )

  test(
    'G4 G7 the last actions lie above the round button, and a tap on one that cannot be done says why',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const [player, member] = [await createPlayer(stack), await createPlayer(stack)]
      const server = await createRunningRental(stack, player)
      await setRentalAdmins(stack, player, server, member)
      await openRentalsPage(page, member)
      const card = rentalCard(page, server)
      await expect(cardAction(card, /^更多/)).toBeVisible()
      // A server that stays in its region has no action to switch it; the last cell fills the row.
      await expect(cardAction(card, '切换地区')).toHaveCount(0)
      const ends = async (name: string | RegExp) => {
        const box = await cardAction(card, name).boundingBox()
        return Math.round((box?.x ?? 0) + (box?.width ?? 0))
      }
      expect(Math.abs((await ends(/^更多/)) - (await ends('管理员')))).toBeLessThanOrEqual(1)
      await page.getByRole('main').evaluate((screen) => screen.scrollTo(0, screen.scrollHeight))
      expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
      const [last, round] = await Promise.all([
        cardAction(card, /^更多/).boundingBox(),
        page.getByRole('button', { name: '打开菜单' }).boundingBox(),
      ])
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(round?.y ?? 0)
      await cardAction(card, '续费').tap({ force: true })
      await expect(page.getByText('仅所有者')).toBeVisible()
      await cardAction(card, '复制连接').tap()
      await expect(page.getByText('仅所有者')).toHaveCount(0)
    },
  )
})

test(
  'G7 G8 pressed in two tabs at once it restarts once, and the other one says why not',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    await openRentalsPage(page, player)
    const other = await page.context().newPage()
    // A tab that has not heard of the restart yet.
    await other.route('**/api/scrim/stream', (route) => route.abort())
    await openRentalsPage(other, player)
    await expect(cardAction(rentalCard(other, server), '重启')).not.toHaveAttribute('aria-disabled', 'true')
    await holdWithKey(page, cardAction(rentalCard(page, server), '重启'), 'Enter')
    await expect(page.getByText(`${server.instance_name} 正在重启`)).toBeVisible()
    await holdWithKey(other, cardAction(rentalCard(other, server), '重启'))
    await expect(other.getByText('服务器刚刚重启或正在校验，请稍候')).toBeVisible()
    await waitUntilRunning(stack, player, server.instance_id)
    expect(await countActions(stack, server, 'restarted')).toBe(1)
  },
)

test(
  'G24 files are verified from the card’s menu: everything is locked until that ends, which the card shows',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    await openRentalsPage(page, player)
    const card = rentalCard(page, server)
    await cardAction(card, `更多：${server.instance_name}`).click()
    await page.getByRole('button', { name: '校验文件' }).click()
    const dialog = openedDialog(page, '校验文件')
    await expect(dialog).toContainText('最长约 15 分钟')
    await expectAccessible(page)
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/verify-server') && asked.push(request.url()))
    await cardAction(dialog, '开始校验').dblclick()
    await expect(dialog).toContainText('校验已开始')
    await cardAction(dialog, '确认').click()
    expect(asked).toHaveLength(1)
    await expect(card).toContainText('运行中', { timeout: 30_000 })
    expect(await countActions(stack, server, 'verified')).toBe(1)
    await expect(cardAction(card, '改密码')).not.toHaveAttribute('aria-disabled', 'true')
  },
)
