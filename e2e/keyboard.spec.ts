import { aServer } from '@clutch/contract/testing/servers.ts'
import { gameModes } from '@clutch/contract/rules/modes.ts'
import type { Page } from '@playwright/test'
import { nameOf, openList, rows, serveList, shownNames } from './list.ts'
import { expect, test } from './test.ts'

const search = (page: Page) => page.getByRole('textbox', { name: '搜索服务器名称' })

test('the keyboard: / to the search, arrows through the names, Enter opens, Escape closes', async ({
  page,
}) => {
  await openList(page)
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('上海')
  await expect(search(page)).toHaveValue('上海')
  await page.keyboard.type('/')
  await expect(search(page)).toHaveValue('上海/')
  await page.keyboard.press('Backspace')
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await expect(nameOf(page, '上海 #1 回防 · 128 tick')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(nameOf(page, '上海 #3 手枪死斗')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '上海 #3 手枪死斗 的玩家' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(nameOf(page, '上海 #3 手枪死斗')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(nameOf(page, '上海 #1 回防 · 128 tick')).toBeFocused()
})

test('/ typed in a dialog is not for the search', async ({ page }) => {
  await openList(page)
  await page.getByRole('button', { name: '快速加入' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.locator('input').first()).not.toBeFocused()
})

const many = Array.from({ length: 5_000 }, (_, at) =>
  aServer({
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

    test('only the rows in sight are drawn, and the end can be reached', async ({ page }) => {
      await serveList(page, many)
      await openList(page)
      await expect(page.getByText('显示 5000 / 5000 台')).toBeAttached()
      expect(await rows(page).count()).toBeLessThan(40)
      const lastName = 'server 4980'
      await rows(page).first().hover()
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 1_000_000)
          return (await shownNames(page)).at(-1)
        })
        .toBe(lastName)
      expect(await rows(page).count()).toBeLessThan(40)
      await search(page).fill('server 4711')
      await expect.poll(() => shownNames(page)).toEqual(['server 4711'])
    })
  })
}

test('5,000 servers: End and Home move the focus to rows that were not drawn', async ({ page }) => {
  await serveList(page, many)
  await openList(page)
  const [first] = await shownNames(page)
  await nameOf(page, first ?? '').focus()
  await page.keyboard.press('End')
  await expect(nameOf(page, 'server 4980')).toBeFocused()
  await expect(nameOf(page, 'server 4980')).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(nameOf(page, first ?? '')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(nameOf(page, 'server 0059')).toBeFocused()
})
