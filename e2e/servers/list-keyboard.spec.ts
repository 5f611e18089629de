import { buildServer } from '@clutch/contract/testing/server-builder.ts'
import { gameModes } from '@clutch/contract/rules/servers/game-modes.ts'
import type { Page } from '@playwright/test'
import {
  serverNameButton,
  openServerList,
  serverRows,
  mockServerList,
  listServerNames,
} from '../support/server-list.ts'
import { expect, test } from '../support/test.ts'

const search = (page: Page) => page.getByRole('textbox', { name: '搜索服务器名称' })

test(
  'the keyboard: / to the search, arrows through the names, Enter opens, Escape closes',
  { tag: '@variant' },
  async ({ page }) => {
    await openServerList(page)
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('上海')
    await expect(search(page)).toHaveValue('上海')
    await page.keyboard.type('/')
    await expect(search(page)).toHaveValue('上海/')
    await page.keyboard.press('Backspace')
    await expect(serverRows(page)).toHaveCount(3)
    await page.keyboard.press('ArrowDown')
    await expect(serverNameButton(page, '上海 #1 回防 · 128 tick')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(serverNameButton(page, '上海 #3 手枪死斗')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: '上海 #3 手枪死斗 的玩家' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(serverNameButton(page, '上海 #3 手枪死斗')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(serverNameButton(page, '上海 #1 回防 · 128 tick')).toBeFocused()
  },
)

test('/ typed in a dialog is not for the search', { tag: '@variant' }, async ({ page }) => {
  await openServerList(page)
  await page.getByRole('button', { name: '快速加入' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.locator('input').first()).not.toBeFocused()
})

const many = Array.from({ length: 5_000 }, (_, at) =>
  buildServer({
    id: String(at),
    name: `server ${String(at).padStart(4, '0')}`,
    port: 10_000 + at,
    players: `${at % 30}/32`,
    map: `de_map${at % 12}`,
    category: gameModes[at % gameModes.length] ?? 'public',
  }),
)

for (const [guise, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`5,000 servers on ${guise}`, () => {
    test.use({ viewport })

    const tag = guise === 'a phone' ? [] : ['@variant']
    test('only the rows in sight are drawn, and the end can be reached', { tag }, async ({ page }) => {
      await mockServerList(page, many)
      await openServerList(page)
      await expect(page.getByText('显示 5000 / 5000 台')).toBeAttached()
      expect(await serverRows(page).count()).toBeLessThan(40)
      const lastName = 'server 4980'
      await serverRows(page).first().hover()
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 1_000_000)
          return (await listServerNames(page)).at(-1)
        })
        .toBe(lastName)
      expect(await serverRows(page).count()).toBeLessThan(40)
      await search(page).fill('server 4711')
      await expect.poll(() => listServerNames(page)).toEqual(['server 4711'])
    })
  })
}

test(
  '5,000 servers: End and Home move the focus to rows that were not drawn',
  { tag: '@variant' },
  async ({ page }) => {
    await mockServerList(page, many)
    await openServerList(page)
    const [first] = await listServerNames(page)
    await serverNameButton(page, first ?? '').focus()
    await page.keyboard.press('End')
    await expect(serverNameButton(page, 'server 4980')).toBeFocused()
    await expect(serverNameButton(page, 'server 4980')).toBeInViewport()
    await page.keyboard.press('Home')
    await expect(serverNameButton(page, first ?? '')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(serverNameButton(page, 'server 0059')).toBeFocused()
  },
)

test(
  'A1 every page has its own title, also in the HTML that is served',
  { tag: '@variant' },
  async ({ page, stack }) => {
    for (const [path, title] of [
      ['/', '社区服务器 · CLUTCH'],
      ['/faq', '常见问题 · CLUTCH'],
      ['/pracc', '练习服务器 · CLUTCH'],
      ['/leaderboard', '排行榜 · CLUTCH'],
    ] as const) {
      const served = await (await page.request.get(stack.url + path)).text()
      expect(served).toContain(`<title>${title}</title>`)
      await page.goto(path)
      await expect(page).toHaveTitle(title)
    }
    await page.getByRole('navigation').getByRole('link', { name: 'VIP 订阅' }).click()
    await expect(page).toHaveTitle('VIP 订阅 · CLUTCH')
    expect((await page.request.get(`${stack.url}/nothing-here`)).status()).toBe(404)
  },
)

test(
  'A1 the focus goes to the heading of the next page, and back to it',
  { tag: '@variant' },
  async ({ page }) => {
    await openServerList(page)
    await page.getByRole('navigation').getByRole('link', { name: '常见问题', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '常见问题' })).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: '社区服务器' })).toBeFocused()
  },
)

test('D8 D1 Refresh and Clear keep the focus of the keyboard', { tag: '@variant' }, async ({ page }) => {
  await openServerList(page)
  const refresh = page.getByRole('button', { name: '刷新' })
  await refresh.press('Enter')
  await expect(refresh).toBeDisabled()
  await expect(refresh).toBeFocused()
  const search = page.getByRole('textbox', { name: '搜索服务器名称' })
  await search.fill('上海')
  await page.getByRole('button', { name: '清除' }).press('Enter')
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
})

test(
  'A4 the focus goes to the heading when the part that has it goes away',
  { tag: '@variant' },
  async ({ page }) => {
    await page.goto('/nothing-here')
    await page.getByRole('alert').getByRole('button', { name: '关闭' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '社区服务器' })).toBeFocused()
  },
)
