import { tableTooltipDelayMs, tooltipDelayMs } from '@clutch/contract/limits.ts'
import type { Page } from '@playwright/test'
import { openServerList, pauseClock } from '../support/server-list.ts'
import { buildAccount, mockSession } from '../support/sessions.ts'
import { signInDialog, signInButton, openWithStoredSession } from '../support/sign-in.ts'
import {
  testWhenProving,
  expect,
  expectAccessible,
  listenToConsole,
  test,
  openWithPreferences,
} from '../support/test.ts'

const table = (page: Page) => page.getByRole('table', { name: '特权对比' })
const columns = (page: Page) => table(page).getByRole('columnheader')
const rowNames = (page: Page) => table(page).getByRole('rowheader')
const option = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openVip(page: Page, path = '/vip'): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'VIP 订阅' })).toBeVisible()
}

test.describe('where VIP is', () => {
  test(
    'A1 / leads to /vip where the server list is off, and the sidebar knows it',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await operator.change({ features: { servers: { enabled: false } } })
      await openVip(page, '/')
      await expect(page).toHaveURL('/vip')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByRole('navigation').getByRole('link', { name: 'VIP 订阅' })).toHaveAttribute(
        'aria-current',
        'page',
      )
      await openVip(page, '/vip/anything')
      await expect(page).toHaveURL('/vip')
      await expect(page.getByRole('alert')).toHaveCount(0)
    },
  )

  test(
    'A1 A2 A4 the word of what went wrong stays on the way to /vip, until it is closed',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await operator.change({ features: { servers: { enabled: false } } })
      const banner = page.getByRole('alert')
      for (const [path, word] of [
        ['/servers', '该功能未启用'],
        ['/nothing-here?from=qq', '页面不存在'],
      ] as const) {
        await page.goto(path)
        await expect(banner).toHaveText(word)
        await expect(page).toHaveURL((url) => url.pathname === '/vip')
      }
      await expect(page).toHaveURL('/vip?from=qq')
      await page.reload()
      await expect(banner).toHaveText('页面不存在')
      await banner.getByRole('button', { name: '关闭' }).click()
      await expect(banner).toHaveCount(0)
      await page.reload()
      await expect(table(page)).toBeVisible()
      await expect(banner).toHaveCount(0)
    },
  )

  test('B5 the entry follows the servers and is on every page', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    const entries = page.getByRole('navigation').getByRole('link')
    await expect(entries).toHaveText(['服务器', 'VIP 订阅', '排行榜', /^练习服务器/, '常见问题'])
    await entries.nth(1).click()
    await expect(page).toHaveURL('/vip')
    await expect(entries.nth(1)).toHaveAttribute('aria-current', 'page')
    await expect(entries.nth(0)).not.toHaveAttribute('aria-current')
    await expect(page).toHaveTitle('VIP 订阅 · CLUTCH')
  })
})

test.describe('the privilege table', () => {
  test('F1 F5 F8 a column for each group, a legend, 450 px of rows under a head that stays', async ({
    page,
  }) => {
    await openVip(page)
    await expect(page.getByText('订阅支持社区服务器持续运行。')).toBeVisible()
    for (const name of ['为自己购买', '购买 VIP 卡', '在应用中订阅'])
      await expect(option(page, name)).toBeVisible()
    await expect(option(page, '为自己购买')).toContainText('推荐')
    await expect(columns(page)).toHaveText(['特权', '普通', 'VIP', 'PRO', 'KOL', '管理员'])
    await expect(rowNames(page)).toHaveCount(10)
    const row = table(page).getByRole('row', { name: '加入时选择队伍' })
    await expect(row.getByRole('cell')).toHaveText(['不包含', '可选', '可以', '可以', '可以'])
    const legend = page.getByRole('list', { name: '图例' }).getByRole('listitem')
    await expect(legend).toHaveText(['可以', '可选', '不包含'])
    await expect(page.getByText('服务器的最后 2–3 个位置为 VIP 预留。')).toBeVisible()

    const frame = table(page).locator('..')
    expect((await frame.boundingBox())?.height).toBe(450)
    const last = rowNames(page).last()
    await expect(last).not.toBeInViewport()
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport()
    const [head, around] = [await columns(page).first().boundingBox(), await frame.boundingBox()]
    expect(Math.round((head?.y ?? 0) - (around?.y ?? 0))).toBeLessThanOrEqual(1)
    await expectAccessible(page)
  })

  testWhenProving('F5 in English, too', async ({ page }) => {
    await openWithPreferences(page, 'en')
    await page.goto('/vip')
    const english = page.getByRole('table', { name: 'Compare privileges' })
    await expect(english.getByRole('columnheader')).toHaveText([
      'Privilege',
      'Normal',
      'VIP',
      'PRO',
      'KOL',
      'Admin',
    ])
    await expect(english.getByRole('rowheader').first()).toContainText('Join when the server is full')
  })

  test(
    'F5 A10 a group that the operator switches off has no column',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await operator.change({ features: { categories: { kol: false, normal: false } } })
      await openVip(page)
      await expect(columns(page)).toHaveText(['特权', 'VIP', 'PRO', '管理员'])
      await expect(table(page).getByRole('row').nth(1).getByRole('cell')).toHaveCount(3)
      await operator.change({ features: { categories: { kol: true, normal: true } } })
      await page.reload()
      await expect(columns(page)).toHaveCount(6)
    },
  )

  test(
    "F5 a row's tooltip appears 50 ms after the pointer enters, elsewhere after 700",
    { tag: '@variant' },
    async ({ page }) => {
      await page.clock.install()
      await openVip(page)
      const about = page.getByRole('button', { name: '说明：剩一个空位也能快速加入' })
      await expect(about).toBeVisible()
      await page.clock.runFor(5_000)
      await pauseClock(page)
      const tooltip = page.getByText('其他玩家需要四个空位。')
      await about.hover()
      await page.clock.runFor(tableTooltipDelayMs - 1)
      await expect(tooltip).toHaveCount(0)
      await page.clock.runFor(1)
      await expect(tooltip).toBeVisible()
      const other = page.getByText('请先登录', { exact: true })
      await page.getByRole('button', { name: '选择套餐' }).hover()
      await page.clock.runFor(tooltipDelayMs - 1)
      await expect(tooltip).toHaveCount(0)
      await expect(other).toHaveCount(0)
      await page.clock.runFor(1)
      await expect(other).toBeVisible()
      await columns(page).getByRole('button', { name: 'PRO' }).focus()
      await page.keyboard.press('Tab')
      await page.clock.runFor(1)
      await expect(page.getByText('主播与内容创作者')).toBeVisible()
    },
  )

  test('F1 privileges that cannot be loaded are only logged', { tag: '@variant' }, async ({ page }) => {
    const said = listenToConsole(page)
    await page.route('**/api/privileges*', (route) => route.fulfill({ status: 503, body: 'away' }))
    await openVip(page)
    await expect.poll(() => said.filter((line) => line.includes('privileges')).length).toBeGreaterThan(0)
    await expect(table(page)).toHaveCount(0)
    await expect(page.getByText('特权对比')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(option(page, '为自己购买')).toBeVisible()
  })

  test('F1 a spinner while they load', { tag: '@variant' }, async ({ page }) => {
    let answer = () => undefined as void
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/privileges*', async (route) => {
      await held
      await route.continue()
    })
    await openVip(page)
    const main = page.getByRole('main')
    await expect(main.getByRole('status', { name: '加载中' }).or(main.getByText('加载中'))).toBeVisible()
    answer()
    await expect(table(page)).toBeVisible()
  })

  test('C18 the column of the viewer’s own group is highlighted', { tag: '@variant' }, async ({ page }) => {
    const account = buildAccount({ groups: ['vip', 'pro'] })
    await openWithStoredSession(page, await mockSession(page, { account }), '/vip')
    await expect(columns(page)).toHaveText(['特权', '普通', 'VIP', 'PRO (你的群组)', 'KOL', '管理员'])
  })
})

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test(
    'F5 a row shows VIP’s column and opens what every group may',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await operator.change({ features: { categories: { kol: false } } })
      await openVip(page)
      await expect(table(page)).toHaveCount(0)
      const list = page.getByRole('list', { name: '特权对比' })
      const row = list.getByRole('button', { name: /^加入时选择队伍/ })
      await expect(list.getByRole('button')).toHaveCount(10)
      await expect(row).toContainText('可选')
      await row.click()
      const details = page.getByRole('dialog', { name: '加入时选择队伍' })
      await expect(details).toContainText('由管理员在活动期间开启。')
      await expect(details.getByRole('term')).toHaveText([
        /^普通/,
        /^VIP/,
        /^PRO经过认证的职业选手/,
        /^管理员/,
      ])
      await expect(details.getByRole('definition')).toHaveText(['不包含', '可选', '可以', '可以'])
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(details).toHaveCount(0)
      await expect(row).toBeFocused()
    },
  )
})

test(
  'F2 a visitor without a session cannot buy, sees why, and is led to sign in',
  { tag: '@variant' },
  async ({ page }) => {
    await openVip(page)
    const own = option(page, '为自己购买')
    const choose = own.getByRole('button', { name: '选择套餐' })
    await expect(choose).toHaveAttribute('aria-disabled', 'true')
    await expect(choose).toHaveAccessibleDescription('请先登录')
    await choose.click({ force: true })
    await expect(signInDialog(page)).toHaveCount(0)
    await expect(own.getByText('请先登录，VIP 会开通到你的账号上。')).toBeVisible()
    await own.getByRole('button', { name: '登录' }).click()
    await expect(signInDialog(page).getByRole('link', { name: '通过 Steam 登录' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/vip')
    await expect(signInButton(page)).toBeVisible()
  },
)
