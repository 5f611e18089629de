import type { Page } from '@playwright/test'
import { dialog, serverNameButton, openServerList } from '../support/server-list.ts'
import { expect, test } from '../support/test.ts'

const shanghai = '上海 #1 回防 · 128 tick'
const popup = (page: Page, name = shanghai) => dialog(page, `${name} 的玩家`)
const anyPopup = (page: Page) => page.getByRole('dialog')

async function boxOf(locator: ReturnType<typeof popup>) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return { ...box, bottom: box.y + box.height }
}

/** Answers every player list with these players, counting how often it is asked. */
async function servePlayers(
  page: Page,
  list: { name: string; raw: { time?: number } }[],
): Promise<() => number> {
  let asked = 0
  await page.route('**/api/server/info*', async (route) => {
    asked += 1
    await route.fulfill({ json: { players: { list }, names: 'shown', at: Date.now() } })
  })
  return () => asked
}

test(
  'D4 280 px wide, a list of 240 px, rows of 40 px, below the name',
  { tag: '@variant' },
  async ({ page }) => {
    await openServerList(page)
    await serverNameButton(page, shanghai).click()
    const players = popup(page).getByRole('listitem')
    await expect(players).toHaveCount(9)
    const [box, name, row] = [
      await boxOf(popup(page)),
      await boxOf(serverNameButton(page, shanghai)),
      await boxOf(players.first()),
    ]
    expect(box.width).toBe(280)
    expect(row.height).toBe(40)
    expect(box.y).toBeGreaterThanOrEqual(name.bottom)
    expect(box.y - name.bottom).toBeLessThan(16)
    const list = popup(page).getByRole('list').locator('..')
    expect((await boxOf(list)).height).toBe(240)
  },
)

test('D4 above the name where it would overflow the window', { tag: '@variant' }, async ({ page }) => {
  await openServerList(page)
  const low = serverNameButton(page, '北京 #4 VIP 专属死斗')
  await low.click()
  await expect(popup(page, '北京 #4 VIP 专属死斗').getByRole('listitem')).toHaveCount(6)
  const [box, name] = [await boxOf(popup(page, '北京 #4 VIP 专属死斗')), await boxOf(low)]
  expect(box.bottom).toBeLessThanOrEqual(name.y)
  expect(box.y).toBeGreaterThanOrEqual(0)
})

test(
  'D4 a click outside, the cross, Escape and scrolling the table close it',
  { tag: '@variant' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 700 })
    await openServerList(page)
    const open = async () => {
      await serverNameButton(page, shanghai).click()
      await expect(popup(page)).toBeVisible()
    }
    await open()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(anyPopup(page)).toHaveCount(0)
    await open()
    await popup(page).getByRole('button', { name: '关闭' }).click()
    await expect(anyPopup(page)).toHaveCount(0)
    await open()
    await page.keyboard.press('Escape')
    await expect(anyPopup(page)).toHaveCount(0)
    await expect(serverNameButton(page, shanghai)).toBeFocused()
    await open()
    await page.getByText('de_anubis').hover()
    await page.mouse.wheel(0, 60)
    await expect(anyPopup(page)).toHaveCount(0)
  },
)

test('D4 another name moves it there', { tag: '@variant' }, async ({ page }) => {
  await openServerList(page)
  await serverNameButton(page, shanghai).click()
  await expect(popup(page)).toBeVisible()
  await serverNameButton(page, '北京 #4 VIP 专属死斗').click()
  await expect(popup(page, '北京 #4 VIP 专属死斗')).toBeVisible()
  await expect(anyPopup(page)).toHaveCount(1)
})

test('D4 name and playtime as HH:MM:SS, dashes where it is missing', async ({ page }) => {
  await servePlayers(page, [
    { name: '北岸', raw: { time: 3_661.9 } },
    { name: 'marathon', raw: { time: 100 * 3_600 } },
    { name: 'mossgrove', raw: {} },
  ])
  await openServerList(page)
  await serverNameButton(page, shanghai).click()
  await expect(popup(page).getByRole('listitem')).toHaveText([
    /^北岸01:01:01$/,
    /^marathon100:00:00$/,
    /^mossgrove--:--:--$/,
  ])
})

test('D4 a server without players says so', { tag: '@variant' }, async ({ page }) => {
  await openServerList(page, '/?s=成都')
  await serverNameButton(page, '成都 #1 空服').click()
  await expect(popup(page, '成都 #1 空服').getByText('现在没有玩家')).toBeVisible()
})

test('D4 a server that hides the names of its players says so', { tag: '@variant' }, async ({ page }) => {
  await openServerList(page, '/?s=Tokyo')
  await serverNameButton(page, 'Tokyo #1 No-AWP DM').click()
  const tokyo = popup(page, 'Tokyo #1 No-AWP DM')
  await expect(tokyo.getByText('此服务器隐藏了玩家名称')).toBeVisible()
  await expect(tokyo.getByText(/^玩家 \d$/)).toHaveCount(5)
})

test('D4 a spinner while it loads, an error in red', { tag: '@variant' }, async ({ page }) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/server/info*', async (route) => {
    await answered
    await route.fulfill({ status: 503, json: { error: 'away', code: 'server.unreachable' } })
  })
  await openServerList(page)
  await serverNameButton(page, shanghai).click()
  await expect(popup(page).getByRole('status', { name: '正在加载玩家' })).toBeVisible()
  answer()
  const error = popup(page).getByRole('alert')
  await expect(error).toHaveText('玩家列表加载失败')
  await expect(error).toHaveCSS('color', 'rgb(255, 107, 107)')
  await page.unroute('**/api/server/info*')
  await page.keyboard.press('Escape')
  await serverNameButton(page, shanghai).click()
  await expect(popup(page).getByRole('listitem')).toHaveCount(9)
})

test('D4 a name that looks like markup is text', { tag: '@variant' }, async ({ page }) => {
  await servePlayers(page, [{ name: '<img src=x onerror=alert(1)>', raw: { time: 1 } }])
  await openServerList(page)
  await serverNameButton(page, shanghai).click()
  await expect(popup(page).getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(popup(page).locator('img')).toHaveCount(0)
})

test('D14 a player list is kept 5 minutes, D8 refresh forgets it', { tag: '@variant' }, async ({ page }) => {
  await page.clock.install()
  let count = 0
  const asked = () => count
  await page.route('**/api/server/info*', (route) => {
    const list = [{ name: `北岸 ${++count}`, raw: { time: 1 } }]
    return route.fulfill({ json: { players: { list }, names: 'shown', at: Date.now() } })
  })
  await openServerList(page)
  const look = async () => {
    await serverNameButton(page, shanghai).click()
    await expect(popup(page).getByRole('listitem')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(anyPopup(page)).toHaveCount(0)
  }
  await look()
  await look()
  expect(asked()).toBe(1)
  await page.clock.fastForward(4 * 60_000)
  await look()
  expect(asked()).toBe(1)
  await page.clock.fastForward(61_000)
  // The list that is kept is shown meanwhile: closed before the answer, the popup would end the question.
  await serverNameButton(page, shanghai).click()
  await expect(popup(page).getByText('北岸 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(anyPopup(page)).toHaveCount(0)
  expect(asked()).toBe(2)
  await look()
  expect(asked()).toBe(2)
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(page.getByRole('button', { name: '刷新' })).toHaveAttribute('title', /秒后可再次刷新/)
  await expect(page.getByRole('status', { name: '正在加载列表' })).toHaveCount(0)
  await look()
  expect(asked()).toBe(3)
})
