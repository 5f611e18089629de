import { panelClosedPx, panelOpenPx } from '@clutch/web/src/ui/layout/layout-sizes.ts'
import type { Locator, Page } from '@playwright/test'
import { takePerson } from '../support/accounts.ts'
import { openSignedIn } from '../support/sessions.ts'
import { signInDialog } from '../support/sign-in.ts'
import { expect, expectAccessible, test, openWithPreferences } from '../support/test.ts'

const about = (page: Page): Locator => page.getByRole('region', { name: '关于练习服务器' })
const common = (page: Page): Locator => page.getByRole('region', { name: '常用指令' })
const heightOf = async (panel: Locator): Promise<number> => (await panel.boundingBox())?.height ?? 0
const commandsIn = (panel: Locator): Locator => panel.getByRole('button', { name: /^复制/ })

async function openPage(page: Page): Promise<void> {
  await page.goto('/pracc')
  await expect(page.getByRole('heading', { level: 1, name: '练习服务器' })).toBeVisible()
  await expect(commandsIn(common(page)).first()).toBeVisible()
}

/** At how many different distances from the left they stand. */
const columnsOf = (found: Locator): Promise<number> =>
  found.evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size)

test.describe('where practice servers are', () => {
  test(
    'A2 the page needs its feature; without it the start page says so',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await openPage(page)
      const entry = page.getByRole('navigation').getByRole('link', { name: /^练习服务器/ })
      await expect(entry).toHaveAttribute('aria-current', 'page')
      await expect(entry).toContainText('NEW')
      await operator.change({ features: { pracc: { enabled: false } } })
      for (const path of ['/pracc', '/pracc/anything']) {
        await page.goto(path)
        await expect(page.getByRole('alert')).toHaveText('该功能未启用')
        await expect(page).toHaveURL('/')
      }
      await expect(entry).toHaveCount(0)
    },
  )

  test('A2 every other address under it leads to it', { tag: '@variant' }, async ({ page }) => {
    await page.goto('/pracc/sv-000000/settings?from=qq')
    await expect(page).toHaveURL('/pracc?from=qq')
    await expect(common(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('the panels', () => {
  test(
    'G1 both are 280 px, fold to 88 px, and stay as they were left',
    { tag: '@variant' },
    async ({ page }) => {
      await openPage(page)
      for (const panel of [about(page), common(page)]) {
        expect(await heightOf(panel)).toBe(panelOpenPx)
        await panel.getByRole('button', { name: '收起' }).click()
        await expect.poll(() => heightOf(panel)).toBe(panelClosedPx)
      }
      await expect(commandsIn(common(page))).toHaveCount(3)
      await expect(about(page).getByRole('listitem')).toHaveCount(1)
      await expectAccessible(page)
      await page.reload()
      await expect(commandsIn(common(page))).toHaveCount(3)
      expect(await heightOf(about(page))).toBe(panelClosedPx)
      await common(page).getByRole('button', { name: '展开' }).click()
      await expect.poll(() => heightOf(common(page))).toBe(panelOpenPx)
      await expect(commandsIn(common(page))).toHaveCount(24)
    },
  )

  test(
    'G1 the common commands stand in three columns, in two and in one, as wide as there is room',
    { tag: '@variant' },
    async ({ page }) => {
      await openPage(page)
      for (const [width, columns] of [
        [1440, 3],
        [390, 2],
        [320, 1],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => columnsOf(commandsIn(common(page)))).toBe(columns)
      }
    },
  )

  test(
    'G1 panels that cannot be loaded say so, and are loaded at the next try',
    { tag: '@variant' },
    async ({ page }) => {
      const cut = (path: string) => page.route(`**/api/scrim/${path}`, (route) => route.abort())
      await cut('commands')
      await cut('info?*')
      await page.goto('/pracc')
      for (const panel of [about(page), common(page)])
        await expect(panel.getByRole('alert')).toContainText('加载失败')
      await page.unrouteAll()
      for (const panel of [about(page), common(page)])
        await panel.getByRole('button', { name: '重试' }).click()
      await expect(commandsIn(common(page)).first()).toBeVisible()
      await expect(about(page).getByRole('listitem')).not.toHaveCount(0)
    },
  )

  test.describe('with a clipboard', () => {
    test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

    test(
      'G1 a press copies a command; all of them are in a dialog of three groups',
      { tag: '@variant' },
      async ({ page }) => {
        const copied = () => page.evaluate(() => navigator.clipboard.readText())
        await openPage(page)
        const first = common(page).getByRole('button', { name: '复制 !ready' })
        await first.click()
        await expect(first.getByRole('status')).toHaveText('已复制')
        expect(await copied()).toBe('!ready')

        await page.getByRole('button', { name: '全部指令 108' }).click()
        const all = signInDialog(page)
        await expect(all.getByRole('heading', { level: 3 })).toHaveText(['比赛 30', '练习 51', '管理 27'])
        await expect(commandsIn(all)).toHaveCount(108)
        expect(await columnsOf(all.getByRole('heading', { level: 3 }))).toBe(3)
        await expectAccessible(page)
        const withWords = commandsIn(all).filter({ hasText: '<' }).first()
        const text = (await withWords.locator('code').textContent()) ?? ''
        await withWords.click()
        await expect.poll(copied).toBe(text.slice(0, text.indexOf(' ')))
        await page.keyboard.press('Escape')
        await expect(all).toHaveCount(0)
        await expect(page.getByRole('button', { name: '全部指令 108' })).toBeFocused()
      },
    )
  })

  test(
    'G2 the operator’s own words, and a table of prices in the money of the language',
    { tag: '@variant' },
    async ({ page, operator }) => {
      const bullets = [
        { zh: '16 个位置', en: '16 slots' },
        { zh: '只有中文', en: '' },
      ]
      await operator.change({ practice: { lead: { zh: '我们的一句话' }, bullets } })
      await openPage(page)
      await expect(page.getByText('我们的一句话')).toBeVisible()
      await expect(about(page).getByRole('listitem')).toHaveText(['16 个位置', '只有中文'])
      await about(page).getByRole('tab', { name: '介绍' }).press('ArrowRight')
      await expect(about(page).getByRole('tab', { name: '价格' })).toBeFocused()
      await expect(about(page).getByRole('columnheader')).toHaveText(['时长', '固定地区', '可切换地区'])
      const row = (name: string) => about(page).getByRole('row', { name }).getByRole('cell')
      await expect(row('4 小时')).toHaveText(['¥9.90', '-'])
      await expect(row('7 天')).toHaveText(['¥79.00', '¥109.00'])
      await expect(row('1 年')).toHaveText(['¥1,999.00', '¥2,699.00'])
      await expect(about(page).getByRole('rowheader')).toHaveText([
        '4 小时',
        '7 天',
        '1 个月',
        '3 个月',
        '1 年',
      ])
      await expectAccessible(page)

      await openWithPreferences(page, 'en')
      await page.reload()
      const english = page.getByRole('region', { name: 'About practice servers' })
      await expect(english.getByRole('row', { name: '4 hours' }).getByRole('cell')).toHaveText(['$1.49', '-'])
      await english.getByRole('tab').first().click()
      await expect(english.getByRole('listitem')).toHaveText(['16 slots'])
    },
  )
})

test.describe('my servers', () => {
  test(
    'G3 five notes are behind a button; an empty list is a hint and a link to the first server',
    { tag: '@variant' },
    async ({ page, stack }) => {
      await openSignedIn(page, stack, takePerson(), '/pracc')
      await page.getByRole('button', { name: '使用须知' }).click()
      const help = page.getByRole('dialog', { name: '使用须知' })
      await expect(help.getByRole('listitem')).toHaveText([
        /!wsmap/,
        /控制台/,
        /help@clutch\.example/,
        /5–10 分钟/,
        /24 小时/,
      ])
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(help).toHaveCount(0)
      await expect(page.getByText('还没有练习服务器')).toBeVisible()
      await expect(page.getByText('付款后 5–10 分钟就能用')).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(0)
      // The header has it too, as it has beside a list with servers.
      const ways = page.getByRole('button', { name: '新建服务器' })
      await expect(ways).toHaveCount(2)
      await ways.last().click()
      await expect(page.getByRole('dialog', { name: '新建服务器' })).toBeVisible()
      await page.keyboard.press('Escape')
      await ways.first().click()
      await expect(page.getByRole('dialog', { name: '新建服务器' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  )

  test(
    'G3 a visitor without a session sees blurred samples that cannot be read or reached, and the way to sign in',
    { tag: '@variant' },
    async ({ page }) => {
      let asked = 0
      page.on('request', (request) => {
        if (/getUserServers|scrim\/stream/.test(request.url())) asked += 1
      })
      await openPage(page)
      await expect(page.getByText('登录后查看你的服务器')).toBeVisible()
      const samples = page.locator('[data-server]')
      await expect(samples.first()).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(0)
      await expect(page.getByRole('button', { name: /重启|续费|新建服务器/ })).toHaveCount(0)
      const blurs = () =>
        samples.first().evaluate((sample) => {
          let filters = ''
          for (let at: Element | null = sample; at; at = at.parentElement)
            filters += getComputedStyle(at).filter
          return filters
        })
      expect(await blurs()).toContain('blur')
      await samples
        .first()
        .getByText('续费')
        .evaluate((one) => one.closest('button')?.focus())
      expect(await page.evaluate(() => document.activeElement?.closest('[data-server]') ?? null)).toBeNull()
      await expectAccessible(page)
      await page.getByRole('main').getByRole('button', { name: '登录' }).click()
      await expect(signInDialog(page).getByRole('link', { name: '通过 Steam 登录' })).toBeVisible()
      expect(asked).toBe(0)
    },
  )
})
