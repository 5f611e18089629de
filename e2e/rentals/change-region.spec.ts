import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { regionSwitchTimeoutMs } from '@clutch/contract/limits.ts'
import type { Locator, Page } from '@playwright/test'
import { callApiExpectingSuccess } from '../support/accounts.ts'
import {
  type RentalPlayer,
  createPlayer,
  createRunningRental,
  cardAction,
  rentalCard,
  openedDialog,
  expect,
  holdWithKey,
  holdWithMouse,
  openRentalsPage,
  fetchRental,
  test,
  waitUntilRunning,
} from '../support/rentals.ts'
import { suspendGame } from './rental-fixtures.ts'
import type { Stack } from '../support/stack.ts'
import { expectAccessible } from '../support/test.ts'

const dialog = (page: Page): Locator => openedDialog(page, '切换地区')
/** The regions in sight, in their order. */
const tiles = (page: Page): Locator => dialog(page).locator('label:has(b)')
const tile = (page: Page, name: string): Locator =>
  dialog(page).getByRole('radio', { name: new RegExp(`^${name}`) })
const names = (page: Page): Locator => tiles(page).locator('b')

/** Opens the dialog in which a server that can be moved is moved. */
async function openRegions(page: Page, server: RentalView): Promise<void> {
  await cardAction(rentalCard(page, server), '切换地区').click()
  await expect(tile(page, '东京')).toBeVisible()
}

const setCapacity = (stack: Stack, region: string, capacity: number): Promise<unknown> =>
  stack.callOperator('PATCH', `/api/operator/regions/${region}`, { capacity })

/** G18, outside any browser: moves a server and waits until it runs there. */
const move = (stack: Stack, { token }: RentalPlayer, { instance_id: id }: RentalView, targetRegion: string) =>
  callApiExpectingSuccess(stack, 'POST', `/api/scrim/server/${id}/switch-region`, {
    bearer: token,
    body: { targetRegion },
  })

test(
  'G18 target regions: the present one first, then recommended ones, grouped; full ones are marked',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { relocatable: true })
    await openRentalsPage(page, player)
    await openRegions(page, server)
    await expect(tiles(page)).toHaveCount(18)
    expect((await names(page).allTextContents()).slice(0, 3)).toEqual(['上海', '广州', '香港'])
    await expect(tile(page, '上海')).toBeDisabled()
    await expect(tiles(page).first()).toContainText('当前')
    for (const name of ['武汉', '圣保罗']) {
      await expect(tile(page, name)).toBeDisabled()
      await expect(tile(page, name).locator('..')).toContainText('已满')
      await expect(tile(page, name).locator('..').getByText(name)).not.toHaveCSS(
        'text-decoration-line',
        'line-through',
      )
    }
    await expectAccessible(page)
    for (const [part, shown] of [
      ['中国', ['上海', '广州', '香港', '北京', '成都', '南京', '重庆', '武汉']],
      ['欧洲', ['法兰克福']],
      ['美洲', ['硅谷', '弗吉尼亚', '圣保罗']],
    ] as const) {
      await dialog(page).getByText(part, { exact: true }).click()
      await expect(names(page)).toHaveText(shown)
    }

    await expect(dialog(page)).toContainText('切换会删除这台服务器的全部 Demo 和日志文件')
    await expect(dialog(page)).toContainText('今天还可以切换 2 次')
    const hold = dialog(page).getByRole('button', { name: '切换地区' })
    await expect(hold).toHaveAttribute('aria-disabled', 'true')
    await expect(hold).toHaveAccessibleDescription('请先选择一个地区')
    await dialog(page).getByText('全部', { exact: true }).click()
    await tile(page, '东京').check()
    await cardAction(dialog(page), '切换到东京').click()
    await expect(dialog(page).getByRole('status').filter({ hasText: '按住 2 秒' })).toHaveCount(1)
    await expect(dialog(page)).toContainText('今天还可以切换 2 次')
    expect(await fetchRental(stack, player, server.instance_id)).toMatchObject({
      status: 'RUNNING',
      region: 'ap-shanghai',
    })
  },
)

test(
  'G18 two moves of a day are enough: a third is not offered, and refused to who does not know yet',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { relocatable: true })
    await page.route('**/api/scrim/stream', (route) => route.abort())
    await openRentalsPage(page, player)
    await openRegions(page, server)
    await page.route('**/api/scrim/getUserServers', (route) => route.abort())
    await move(stack, player, server, 'ap-tokyo')
    await move(stack, player, server, 'ap-shanghai')
    await tile(page, '首尔').check()
    await holdWithKey(page, cardAction(dialog(page), '切换到首尔'))
    await expect(dialog(page).getByRole('alert')).toHaveText('今天的切换次数已用完，每天最多 2 次')

    await page.unrouteAll()
    await page.reload()
    await openRegions(page, server)
    await tile(page, '首尔').check()
    const hold = cardAction(dialog(page), '切换到首尔')
    await expect(hold).toHaveAttribute('aria-disabled', 'true')
    await expect(hold).toHaveAccessibleDescription(/今天的切换次数已用完/)
    stack.clock.advance(24 * 3_600_000)
    await page.reload()
    await openRegions(page, server)
    await expect(dialog(page)).toContainText('今天还可以切换 2 次')
  },
)

test(
  'G18 a target that has no room by now is refused by name, and nothing was moved',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { relocatable: true })
    await openRentalsPage(page, player)
    await openRegions(page, server)
    await tile(page, '东京').check()
    try {
      await setCapacity(stack, 'ap-tokyo', 0)
      await holdWithMouse(page, cardAction(dialog(page), '切换到东京'))
      await expect(dialog(page).getByRole('alert')).toHaveText('这个地区暂无资源')
      await expect(dialog(page)).toContainText('今天还可以切换 2 次')
      await expect(rentalCard(page, server)).toContainText('运行中')
    } finally {
      await setCapacity(stack, 'ap-tokyo', 10)
    }
  },
)

test(
  'G18 a move that does not come to its end leaves the server where it is, and does not count',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { relocatable: true })
    await openRentalsPage(page, player)
    await openRegions(page, server)
    await tile(page, '东京').check()
    const frozen = suspendGame(stack, server, 2)
    await holdWithMouse(page, cardAction(dialog(page), '切换到东京'))
    const { resume } = await frozen
    try {
      await expect
        .poll(() => fetchRental(stack, player, server.instance_id), { intervals: [20] })
        .toMatchObject({ status: 'SWITCHING' })
      stack.clock.advance(regionSwitchTimeoutMs + 60_000)
      await expect(dialog(page)).toContainText('切换没有成功，服务器仍在原来的地区')
    } finally {
      resume()
    }
    await waitUntilRunning(stack, player, server.instance_id)
    expect(await fetchRental(stack, player, server.instance_id)).toMatchObject({
      region: 'ap-shanghai',
      server_port: server.server_port,
      switches_left: 2,
    })
    await page.keyboard.press('Escape')
    await expect(rentalCard(page, server)).toContainText('上海 · 可切换')
    await expect(rentalCard(page, server)).toContainText('运行中')
  },
)
