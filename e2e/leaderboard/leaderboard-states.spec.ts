import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import {
  playerNames,
  defaultBoards,
  boardRows,
  playerCards,
  openBoard,
  buildBoardRows,
  seasonIds,
  mockBoards,
  playerSteamId,
  twoSeasons,
} from '../support/boards.ts'
import { expect, expectAccessible, listenToConsole, test } from '../support/test.ts'

const season = seasonIds[0]
const ranks = (rows: ReturnType<typeof boardRows>) => rows.locator('td:first-child').allInnerTexts()

test(
  'I2 I4 five cards, then the table from rank 6 with the columns of the mode',
  { tag: '@variant' },
  async ({ page }) => {
    await mockBoards(page, defaultBoards)
    await openBoard(page)
    await expect(page.getByText('120 名玩家上榜')).toBeVisible()
    await expect(page.getByText('11 月 21 日 14:00 更新')).toBeVisible()
    await expect(playerCards(page)).toHaveCount(5)
    await expect(playerCards(page).first()).toContainText(
      /1.*北岸.*PRO.*击杀.*10,000.*K\/D.*1\.00.*KPM.*1\.67/,
    )
    const columns = () => page.getByRole('columnheader').allInnerTexts()
    expect(await columns()).toEqual([
      '#',
      '玩家',
      '击杀 ↓',
      'K/D',
      'KPM',
      '爆头率',
      '步枪击杀',
      '手枪击杀',
      'AWP 击杀',
      '时长',
    ])
    const sixth = boardRows(page).first()
    await expect(sixth.getByRole('cell')).toHaveText([
      '6',
      /mossgrove/,
      '9,995',
      '1.00',
      '1.67',
      '50.0%',
      '9,000',
      '3,000',
      '2,000',
      '100.0h',
    ])
    await page.getByText('回防', { exact: true }).click()
    await expect(page).toHaveURL(`/leaderboard?season=${season}&mode=retakes`)
    await expect
      .poll(columns)
      .toEqual(['#', '玩家', '击杀 ↓', 'K/D', '胜率', '爆头率', '残局胜', '残局胜率', '时长'])
    await expect(boardRows(page).first().getByRole('cell').nth(7)).toHaveText('25.0%')
    await page.getByText('单挑 1v1', { exact: true }).click()
    await expect(boardRows(page).first().getByRole('cell').nth(4)).toHaveText('50.0%')
  },
)

test(
  'I2 I8 groups filter: no cards, ranks among themselves from 1; the address keeps them',
  { tag: '@variant' },
  async ({ page }) => {
    const asked = await mockBoards(page, defaultBoards)
    await openBoard(page)
    const chips = page.getByRole('group', { name: '只看这类玩家' }).getByRole('button')
    await expect(chips).toHaveText(['PRO2', 'KOL1', 'OP1'])
    await chips.nth(0).click()
    await expect(chips.nth(0)).toHaveAttribute('aria-pressed', 'true')
    await expect(playerCards(page)).toHaveCount(0)
    await expect(boardRows(page)).toHaveCount(2)
    expect(await ranks(boardRows(page))).toEqual(['1', '2'])
    await chips.nth(2).click()
    await expect(boardRows(page)).toHaveCount(3)
    await expect(page).toHaveURL(`/leaderboard?season=${season}&group=pro,op`)
    expect(asked.at(-1)?.searchParams.get('usergroup')).toBe('pro,op')
    await page.reload()
    await expect(boardRows(page)).toHaveCount(3)
    // Both before the page could show the first.
    await chips.evaluateAll(([pro, , op]) => [pro, op].forEach((chip) => (chip as HTMLElement).click()))
    await expect(playerCards(page)).toHaveCount(5)
    await expect(page).toHaveURL(`/leaderboard?season=${season}`)
  },
)

test(
  'I2 explained titles are underlined by dashes and say what they mean',
  { tag: '@variant' },
  async ({ page }) => {
    await mockBoards(page, defaultBoards)
    await openBoard(page)
    const title = page.getByRole('columnheader', { name: '爆头率' }).getByRole('button')
    await expect(title).toHaveCSS('text-decoration-style', 'dashed')
    await title.hover()
    await expect(page.getByRole('tooltip').or(page.getByText('爆头击杀占全部击杀的比例'))).toBeVisible()
    await page.mouse.move(0, 0)
    await expect(page.getByText('爆头击杀占全部击杀的比例')).toHaveCount(0)
    await page.getByRole('columnheader', { name: 'K/D' }).getByRole('button').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByText('平均每分钟击杀数')).toBeVisible()
  },
)

test(
  'I2 a card opens all stats of the player in every mode, the way to Steam and to the page',
  { tag: '@variant' },
  async ({ page }) => {
    await mockBoards(page, defaultBoards)
    await openBoard(page)
    await playerCards(page).nth(1).click()
    const dialog = page.getByRole('dialog', { name: 'Quiet_Ridge' })
    for (const mode of ['死斗', '手枪死斗', '单挑 1v1', '回防'])
      await expect(dialog.getByRole('region', { name: mode, exact: true })).toBeVisible()
    await expect(dialog.getByRole('region', { name: '回防' })).toContainText('残局胜率25.0%')
    await expect(dialog.getByRole('region', { name: '单挑 1v1' })).toContainText('这段时间没有上榜')
    const steam = dialog.getByRole('link', { name: /^Steam 主页/ })
    await expect(steam).toHaveAttribute('href', `https://steamcommunity.com/profiles/${playerSteamId(1)}`)
    await expect(steam).toHaveAttribute('target', '_blank')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '关闭' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(playerCards(page).nth(1)).toBeFocused()
    await playerCards(page).nth(1).click()
    await dialog.getByRole('link', { name: '玩家主页' }).click()
    await expect(page).toHaveURL(`/leaderboard/player/${playerSteamId(1)}?season=${season}&mode=dm`)
  },
)

test.describe('I6 the season of the address', () => {
  for (const [path, shown, address] of [
    ['/leaderboard', '2026 秋季赛', `/leaderboard?season=${seasonIds[0]}`],
    [`/leaderboard?season=${seasonIds[1]}`, '2026 夏季赛', `/leaderboard?season=${seasonIds[1]}`],
    ['/leaderboard?season=all', '全部时间', '/leaderboard?season=all'],
    ['/leaderboard?season=nonsense&from=vip', '2026 秋季赛', `/leaderboard?season=${seasonIds[0]}&from=vip`],
  ] as const) {
    test(`I6 ${path} shows ${shown}`, { tag: '@variant' }, async ({ page }) => {
      const asked = await mockBoards(page, defaultBoards)
      await openBoard(page, path)
      await expect(page).toHaveURL(address)
      await expect(page.getByRole('button', { name: shown, pressed: true })).toBeVisible()
      const boards = asked.filter(({ pathname }) => pathname.startsWith('/api/leaderboard/dm'))
      const expected = new URL(address, 'http://x').searchParams.get('season')
      expect(new Set(boards.map(({ searchParams }) => searchParams.get('season')))).toEqual(
        new Set([expected]),
      )
      expect(boards).toHaveLength(2)
    })
  }

  test(
    'I6 without a season it is all-time and the address is left alone',
    { tag: '@variant' },
    async ({ page }) => {
      await mockBoards(page, { ...defaultBoards, seasons: [] })
      await openBoard(page)
      await expect(page).toHaveURL('/leaderboard')
      await expect(page.getByRole('button', { name: '全部时间', pressed: true })).toBeVisible()
      await page.getByRole('button', { name: '赛季', exact: true }).hover()
      await expect(page.getByRole('menu', { name: '选择赛季' })).toHaveText('还没有赛季')
    },
  )

  test('I8 seasons that cannot be loaded are none', { tag: '@variant' }, async ({ page }) => {
    const said = listenToConsole(page)
    await mockBoards(page, defaultBoards)
    await page.route('**/api/leaderboard/seasons*', (route) => route.abort())
    await openBoard(page, `/leaderboard?season=${season}`)
    await expect(playerCards(page).first()).toContainText('20,000')
    expect(said.some((line) => line.startsWith('loading the seasons'))).toBe(true)
  })

  test(
    'I6 All sets season=all, Season picks the newest, the list any',
    { tag: '@variant' },
    async ({ page }) => {
      const asked = await mockBoards(page, defaultBoards)
      await openBoard(page, '/leaderboard?season=all')
      asked.length = 0
      await page.getByRole('button', { name: '赛季', exact: true }).hover()
      await expect
        .poll(() =>
          asked.map(({ pathname, searchParams }) => `${pathname} ${searchParams.get('season')}`).toSorted(),
        )
        .toEqual([`/api/leaderboard/dm ${season}`, `/api/leaderboard/dm/top ${season}`])
      await page.getByRole('button', { name: '赛季', exact: true }).click()
      await expect(page).toHaveURL(`/leaderboard?season=${season}`)
      await expect(playerCards(page).first()).toContainText('10,000')
      await page.getByRole('menuitemradio', { name: '2026 夏季赛' }).click()
      await expect(page).toHaveURL(`/leaderboard?season=${seasonIds[1]}`)
      await expect(page.getByRole('menu')).toHaveCount(0)
      await page.getByRole('button', { name: '全部时间' }).click()
      await expect(page).toHaveURL('/leaderboard?season=all')
      await expect(playerCards(page).first()).toContainText('20,000')
    },
  )
})

test(
  'I7 the list of seasons: 180 px at most, closes on leaving, outside, Escape; by keyboard',
  { tag: '@variant' },
  async ({ page }) => {
    const many = Array.from({ length: 20 }, (_, at) => ({
      ...twoSeasons[0],
      id: `00000000-0000-7000-8000-0000000001${at + 10}`,
      name: `赛季 ${at}`,
    }))
    await mockBoards(page, { ...defaultBoards, seasons: many })
    await openBoard(page)
    const opener = page.getByRole('button', { name: '赛季 0' })
    const menu = page.getByRole('menu', { name: '选择赛季' })
    await opener.hover()
    await expect(menu.getByRole('menuitemradio', { name: '赛季 0' })).toBeChecked()
    expect((await menu.boundingBox())?.height).toBeLessThanOrEqual(180)
    await menu.getByRole('menuitemradio').nth(2).hover()
    await expect(menu).toBeVisible()
    await page.mouse.move(400, 600)
    await expect(menu).toHaveCount(0)
    await opener.click()
    await page.getByRole('heading', { level: 1 }).dispatchEvent('pointerdown')
    await expect(menu).toHaveCount(0)
    await page.mouse.move(400, 600)
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(menu.getByRole('menuitemradio', { name: '赛季 0' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(opener).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: '赛季 18', pressed: true })).toBeVisible()
  },
)

test.describe('I7 the end of the list', () => {
  test(
    'I7 coming into sight it loads page after page, and says when there is no more',
    { tag: '@variant' },
    async ({ page }) => {
      const asked = await mockBoards(page, defaultBoards)
      await openBoard(page)
      const pages = () => asked.flatMap(({ searchParams }) => searchParams.get('page') ?? [])
      expect(pages()).toEqual(['1'])
      await page.mouse.move(700, 600)
      // The rows of the last page come below what the wheel had reached.
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 10_000)
          return page.getByRole('cell', { name: '120', exact: true }).isVisible()
        })
        .toBe(true)
      await expect(page.getByText('已经到底了')).toBeInViewport()
      expect(pages()).toEqual(['1', '2', '3'])
      await expect(page.getByRole('columnheader', { name: '玩家' })).toBeInViewport()
    },
  )

  test(
    'I7 dots while it loads; where that fails, a button; I8 logged',
    { tag: '@variant' },
    async ({ page }) => {
      const said = listenToConsole(page)
      await mockBoards(page, defaultBoards)
      let refuse = true
      await page.route('**/api/leaderboard/dm?*page=2*', (route) =>
        refuse ? route.abort() : route.fallback(),
      )
      await openBoard(page)
      await page.locator('#content').evaluate((main) => main.scrollTo(0, main.scrollHeight))
      const again = page.getByRole('button', { name: '加载更多' })
      await expect(again).toBeVisible()
      expect(said.some((line) => line.startsWith('loading more of a board'))).toBe(true)
      refuse = false
      await again.click()
      await expect(page.getByRole('cell', { name: '51', exact: true })).toBeAttached()
    },
  )

  test(
    '1,500 players: only the rows in sight are drawn, on and on',
    { tag: '@variant' },
    async ({ page }) => {
      await mockBoards(page, { ...defaultBoards, players: () => buildBoardRows(1_500) })
      await openBoard(page)
      const content = page.locator('#content')
      const deepest = async () => {
        await content.evaluate((main) => main.scrollTo(0, main.scrollHeight))
        return Math.max(...(await ranks(boardRows(page))).map((rank) => Number(rank.replace(',', ''))))
      }
      await expect.poll(deepest, { timeout: 30_000, intervals: [20] }).toBe(1_500)
      expect(await boardRows(page).count()).toBeLessThan(40)
      await page.getByText('单挑 1v1', { exact: true }).click()
      await expect(playerCards(page).first()).toBeInViewport()
      await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '1501')
    },
  )
})

test.describe('I8 when the portal does not answer', () => {
  test(
    'I8 a first load that failed says so and can be tried again',
    { tag: '@variant' },
    async ({ page }) => {
      await mockBoards(page, defaultBoards)
      let refuse = true
      await page.route('**/api/leaderboard/dm**', (route) => (refuse ? route.abort() : route.fallback()))
      await page.goto('/leaderboard')
      await expect(page.getByRole('alert')).toContainText('榜单加载失败')
      await expectAccessible(page)
      refuse = false
      await page.getByRole('alert').getByRole('button', { name: '重试' }).click()
      await expect(playerCards(page)).toHaveCount(5)
      await expect(page.getByRole('alert')).toHaveCount(0)
    },
  )

  test(
    'I8 the board is asked for again every 30 s; a failure is logged only, what is shown stays',
    { tag: '@variant' },
    async ({ page }) => {
      await page.clock.install()
      const said = listenToConsole(page)
      let more = 0
      const grown = () =>
        defaultBoards
          .players('dm', 'all')
          .map((row, place) => (place < 10 ? { ...row, kills: row.kills + more } : row))
      await mockBoards(page, { ...defaultBoards, players: grown })
      await openBoard(page)
      await page.locator('#content').evaluate((main) => main.scrollTo(0, 300))
      more = 7
      await page.clock.runFor(31_000)
      await expect(boardRows(page).first()).toContainText('20,002')
      expect(await page.locator('#content').evaluate((main) => main.scrollTop)).toBe(300)
      await page.route('**/api/leaderboard/dm**', (route) => route.abort())
      await page.clock.runFor(31_000)
      await expect.poll(() => said.some((line) => line.startsWith('loading a board'))).toBe(true)
      await expect(boardRows(page).first()).toContainText('20,002')
      await expect(page.getByRole('alert')).toHaveCount(0)
    },
  )

  test(
    'I6 while another board loads the old one stays, covered after 300 ms',
    { tag: '@variant' },
    async ({ page }) => {
      await mockBoards(page, defaultBoards)
      await openBoard(page)
      let release = () => undefined as void
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/api/leaderboard/solo**', async (route) => {
        await held
        await route.fallback()
      })
      await page.getByText('单挑 1v1', { exact: true }).click()
      await expect(page.getByRole('radio', { name: '单挑 1v1' })).toBeChecked()
      await expect(page.locator('[data-list]')).toHaveAttribute('aria-busy', 'true')
      await expect(page.getByRole('status', { name: '正在加载榜单' })).toBeInViewport()
      await expect(playerCards(page).first()).toContainText('KPM')
      release()
      await expect(page.locator('[data-list]')).toHaveAttribute('aria-busy', 'false')
      await expect(playerCards(page).first()).toContainText('胜率')
    },
  )

  test('I2 an empty board; a group without players', { tag: '@variant' }, async ({ page }) => {
    let some: BoardRow[] = []
    await mockBoards(page, { ...defaultBoards, players: () => some })
    await page.goto('/leaderboard')
    await expect(page.getByText('还没有玩家上榜')).toBeVisible()
    await expect(page.getByText('更新', { exact: false }).first()).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
    some = buildBoardRows(3)
    await page.goto('/leaderboard?group=op')
    await expect(page.getByText('榜上还没有这类玩家')).toBeVisible()
    await page.getByRole('button', { name: '查看全部玩家' }).click()
    await expect(playerCards(page)).toHaveCount(3)
    await expect(page.getByText('已经到底了')).toBeVisible()
  })
})

test('export: links to the board as it is filtered', { tag: '@variant' }, async ({ page }) => {
  await mockBoards(page, defaultBoards)
  await openBoard(page, '/leaderboard?mode=solo&group=kol,pro')
  await page.getByRole('button', { name: '下载榜单' }).click()
  for (const format of ['csv', 'json']) {
    const link = page.getByRole('menuitem', { name: new RegExp(format, 'i') })
    await expect(link).toHaveAttribute(
      'href',
      `/api/leaderboard/solo/export?season=${season}&usergroup=pro%2Ckol&format=${format}`,
    )
    await expect(link).toHaveAttribute('download')
  }
})

test('A row leads to the player, and back to where one was', { tag: '@variant' }, async ({ page }) => {
  await mockBoards(page, defaultBoards)
  await openBoard(page)
  const content = page.locator('#content')
  await content.evaluate((main) => main.scrollTo(0, 900))
  const row = boardRows(page).filter({ hasText: 'player 20' })
  const cell = await row.getByRole('cell').last().boundingBox()
  await page.mouse.click((cell?.x ?? 0) + 5, (cell?.y ?? 0) + 5)
  await expect(page).toHaveURL(`/leaderboard/player/${playerSteamId(19)}?season=${season}&mode=dm`)
  await expect(page.getByRole('heading', { level: 1, name: 'player 20' })).toBeVisible()
  expect(await content.evaluate((main) => main.scrollTop)).toBe(0)
  await page.goBack()
  await expect(row).toBeInViewport()
})

test('by keyboard alone: a mode, a group, a card, a player', { tag: '@variant' }, async ({ page }) => {
  await mockBoards(page, defaultBoards)
  await openBoard(page)
  await page.getByRole('radio', { name: '死斗', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/mode=dm-pistol/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(playerCards(page)).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(playerCards(page)).toHaveCount(5)
  await playerCards(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '北岸' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(playerCards(page).first()).toBeFocused()
  await boardRows(page).first().getByRole('link').focus()
  await page.keyboard.press('Tab')
  await expect(boardRows(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: playerNames[6] ?? '' })).toBeVisible()
})

test(
  'I3 B5 the sidebar leads to it, signed out, also where the server list is switched off',
  { tag: '@variant' },
  async ({ page, operator }) => {
    await operator.change({ features: { servers: { enabled: false } } })
    await mockBoards(page, defaultBoards)
    await page.goto('/')
    const entry = page.getByRole('navigation').getByRole('link', { name: '排行榜' })
    await entry.click()
    await expect(playerCards(page)).toHaveCount(5)
    await expect(entry).toHaveAttribute('aria-current', 'page')
  },
)

test(
  'A3 another address under the leaderboard is as unknown as any',
  { tag: '@variant' },
  async ({ page }) => {
    await page.goto('/leaderboard/nowhere')
    await expect(page.getByRole('alert')).toContainText('页面不存在')
  },
)
