import { buildServer } from '@clutch/contract/testing/server-builder.ts'
import type { Page } from '@playwright/test'
import { dialog, openServerList, pauseClock, serverRow, mockServerList } from '../support/server-list.ts'
import { testWhenProving, expect, test, openWithPreferences } from '../support/test.ts'

const quickJoin = (page: Page) => dialog(page, '快速加入')
const choice = (page: Page, name: string) =>
  quickJoin(page).getByRole('button', { name: new RegExp(`^${name}`) })
const spinner = (page: Page) => quickJoin(page).getByRole('status', { name: '正在寻找服务器' })

async function openQuickJoin(page: Page): Promise<void> {
  await page.getByRole('button', { name: '快速加入' }).click()
  await expect(quickJoin(page)).toBeVisible()
}

test(
  'E1 E3 E4 every category with the servers that have 4 free slots, or no servers',
  { tag: '@variant' },
  async ({ page }) => {
    await mockServerList(page, [
      buildServer({ id: '1', name: 'dm', category: 'deathmatch', players: '6/10' }),
      buildServer({ id: '2', name: 'pistol', category: 'pistol dm', players: '0/10', port: 2 }),
      buildServer({ id: '3', name: 'nearly full', category: 'no-awp dm', players: '7/10', port: 3 }),
      buildServer({ id: '4', name: 'offline', category: 'retakes', players: '0/10', open: 0, port: 4 }),
      buildServer({
        id: '5',
        name: 'smaller than it says',
        category: 'solo 1v1',
        players: '5/20',
        players_max: 8,
        port: 5,
      }),
      buildServer({
        id: '6',
        name: 'larger than it says',
        category: 'public',
        players: '9/10',
        players_max: 13,
        port: 6,
      }),
    ])
    await openServerList(page)
    await openQuickJoin(page)
    await expect(choice(page, '死斗')).toContainText('2 台可用')
    await expect(choice(page, '回防')).toContainText('没有可用服务器')
    await expect(choice(page, '单挑 1v1')).toContainText('没有可用服务器')
    await expect(choice(page, '公共')).toContainText('1 台可用')
    await expect(choice(page, '回防')).toBeDisabled()
  },
)

test('E1 the filter of the list means nothing to quick join', { tag: '@variant' }, async ({ page }) => {
  await openServerList(page, '/?modes=retakes&s=Hong')
  await openQuickJoin(page)
  await expect(choice(page, '死斗')).toContainText('3 台可用')
  await expect(choice(page, '回防')).toContainText('1 台可用')
  await expect(choice(page, '单挑 1v1')).toContainText('1 台可用')
  // The other public server asks for a password.
  await expect(choice(page, '公共')).toContainText('1 台可用')
})

test.describe('E2 E3 the pick', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('E2 half a second of spinner, then one server to copy, to join or to leave', async ({
    page,
    stack,
  }) => {
    await page.clock.install()
    await openServerList(page)
    await openQuickJoin(page)
    await pauseClock(page)
    await choice(page, '死斗').click()
    await expect(spinner(page)).toBeVisible()
    await page.clock.runFor(499)
    await expect(spinner(page)).toBeVisible()
    await page.clock.runFor(1)
    await expect(spinner(page)).toHaveCount(0)
    // E3: of 6, 9 and 15 free slots the fewest.
    const { host, port } = stack.sim.servers[1] ?? { host: '', port: 0 }
    await expect(quickJoin(page).getByText('北京 #1 死斗 · FFA', { exact: true })).toBeVisible()
    await expect(quickJoin(page).getByRole('link', { name: /^加入游戏/ })).toHaveAttribute(
      'href',
      `steam://run/730//+connect%20${host}:${port}`,
    )
    await quickJoin(page).getByRole('button', { name: '复制 IP' }).click()
    await expect(quickJoin(page).getByRole('button', { name: '已复制' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${host}:${port}`)
    await page.clock.resume()
    await quickJoin(page).getByRole('button', { name: '返回' }).click()
    await expect(choice(page, '死斗')).toBeVisible()
  })

  test('E2 closing starts over, also while it is looking', { tag: '@variant' }, async ({ page }) => {
    await page.clock.install()
    await openServerList(page)
    await openQuickJoin(page)
    await pauseClock(page)
    await choice(page, '死斗').click()
    await expect(spinner(page)).toBeVisible()
    await page.clock.resume()
    await page.keyboard.press('Escape')
    await expect(quickJoin(page)).toHaveCount(0)
    await page.clock.runFor(2_000)
    await openQuickJoin(page)
    await expect(choice(page, '死斗')).toBeVisible()
    await choice(page, '回防').click()
    await expect(quickJoin(page).getByText('Hong Kong #1 Retakes')).toBeVisible()
    await quickJoin(page).getByRole('button', { name: '关闭' }).click()
    await expect(quickJoin(page)).toHaveCount(0)
    await openQuickJoin(page)
    await expect(choice(page, '回防')).toBeVisible()
  })

  for (const [random, name] of [
    [0, 'first'],
    [0.99, 'second'],
  ] as const) {
    test(`E3 among the fewest free slots one at random: ${name}`, { tag: '@variant' }, async ({ page }) => {
      await page.addInitScript((value) => {
        Math.random = () => value
      }, random)
      await mockServerList(page, [
        buildServer({ id: '1', name: 'first', category: 'retakes', players: '6/10' }),
        buildServer({ id: '2', name: 'emptier', category: 'retakes', players: '2/10', port: 2 }),
        buildServer({ id: '3', name: 'second', category: 'retakes', players: '4/8', port: 3 }),
      ])
      await openServerList(page)
      await openQuickJoin(page)
      await choice(page, '回防').click()
      await expect(quickJoin(page).getByText(name, { exact: true })).toBeVisible()
    })
  }

  test(
    'E2 the name shrinks above 25 and again above 35 characters',
    { tag: '@variant' },
    async ({ page }) => {
      const named = (length: number) => '服'.repeat(length)
      const sizes: number[] = []
      for (const length of [25, 26, 36]) {
        await page.unrouteAll()
        await mockServerList(page, [
          buildServer({ name: named(length), category: 'retakes', players: '0/10' }),
        ])
        await openServerList(page)
        await openQuickJoin(page)
        await choice(page, '回防').click()
        const name = quickJoin(page).getByText(named(length), { exact: true })
        sizes.push(await name.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)))
      }
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      expect(new Set(sizes).size).toBe(3)
    },
  )

  test('E3 a server that fills up meanwhile is not offered', { tag: '@variant' }, async ({ page }) => {
    await page.clock.install()
    await mockServerList(page, [buildServer({ name: 'soon full', category: 'retakes', players: '0/10' })])
    await openServerList(page)
    await openQuickJoin(page)
    await page.unrouteAll()
    await mockServerList(page, [buildServer({ name: 'soon full', category: 'retakes', players: '10/10' })])
    await page.clock.fastForward(30_000)
    await expect(choice(page, '回防')).toContainText('没有可用服务器')
  })
})

testWhenProving('E1 in English', async ({ page }) => {
  await openWithPreferences(page, 'en')
  await openServerList(page)
  await expect(serverRow(page, 'Hong Kong #1 Retakes')).toBeVisible()
  await page.getByRole('button', { name: 'Quick join' }).click()
  const choices = dialog(page, 'Quick join')
  await expect(choices.getByRole('button', { name: /^Deathmatch/ })).toContainText('3 servers')
  await expect(choices.getByRole('button', { name: /^Retakes/ })).toContainText('1 server')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Quick join' })).toBeFocused()
})
