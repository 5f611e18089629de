import {
  boardRows,
  playerCards,
  openBoard,
  seasonIds,
  mockBoards,
  playerSteamId,
  defaultBoards,
} from '../support/boards.ts'
import { expect, expectAccessible, test, openWithPreferences } from '../support/test.ts'

const season = seasonIds[0]

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test(
    'I3 every player with rank, medals for the first three, badges, Steam, three stats (en)',
    { tag: '@variant' },
    async ({ page }) => {
      await openWithPreferences(page, 'en')
      await mockBoards(page, defaultBoards)
      await openBoard(page)
      await expect(playerCards(page)).toHaveCount(0)
      const rows = boardRows(page)
      await expect(rows.first()).toHaveText(/1.*北岸.*PRO.*10,000 Kills.*1\.00 K\/D.*1\.67 KPM/)
      await expect(rows.nth(1)).toHaveText(/2.*Quiet_Ridge.*KOL.*PRO/)
      for (const place of [0, 1, 2]) await expect(rows.nth(place).locator('svg').first()).toBeVisible()
      await expect(rows.nth(3).locator('svg')).toHaveCount(1)
      await expect(rows.nth(3).getByRole('link', { name: /^Steam profile of halfstep/ })).toHaveAttribute(
        'href',
        `https://steamcommunity.com/profiles/${playerSteamId(3)}`,
      )
      await page.getByRole('button', { name: '2026 秋季赛' }).tap()
      await page.getByRole('menuitemradio', { name: 'All time' }).tap()
      await expect(page).toHaveURL('/leaderboard?season=all')
      await expect(rows.first()).toContainText('20,000')
      await page.getByText('Solo 1v1', { exact: true }).tap()
      await expect(rows.first()).toHaveText(/20,000 Kills.*66\.7% Win%.*25\.0% HS%/)
      await expectAccessible(page)
      await rows.first().getByRole('link', { name: '北岸', exact: true }).tap()
      await expect(page.getByRole('heading', { level: 1, name: '北岸' })).toBeVisible()
      await page.getByRole('link', { name: 'Leaderboard', exact: true }).first().tap()
      await expect(page).toHaveURL('/leaderboard?season=all&mode=solo')
    },
  )
})

test.describe('the page of a player', () => {
  test(
    'ranks and stats of every mode, the trend in words, recent servers',
    { tag: '@variant' },
    async ({ page }) => {
      await page.clock.setFixedTime('2026-11-21T15:00:00+08:00')
      await mockBoards(page, defaultBoards)
      await page.goto(`/leaderboard/player/${playerSteamId(1)}?season=all`)
      await expect(page.getByRole('heading', { level: 1, name: 'Quiet_Ridge' })).toBeVisible()
      await expect(page).toHaveTitle('Quiet_Ridge · CLUTCH')
      await expect(page.getByRole('region', { name: '死斗', exact: true })).toContainText('名次2')
      await expect(page.getByRole('region', { name: '死斗', exact: true })).toContainText('击杀19,999')
      await page.getByRole('button', { name: '赛季', exact: true }).click()
      await expect(page).toHaveURL(`/leaderboard/player/${playerSteamId(1)}?season=${season}`)
      await expect(page.getByRole('region', { name: '死斗', exact: true })).toContainText('击杀9,999')
      await expect(page.locator('canvas')).toBeVisible()
      await expect(
        page.getByText(
          '11 月 19 日 至 11 月 21 日：2 天共 90 次击杀，最多的一天是 11 月 19 日（60 次），K/D 1.50。',
        ),
      ).toBeVisible()
      await page
        .getByRole('group', { name: '模式' })
        .or(page.getByRole('radiogroup', { name: '模式' }))
        .getByText('回防')
        .click()
      await expect(page).toHaveURL(/mode=retakes/)
      await expect(page.getByRole('link', { name: '北京 #1 死斗 · FFA' })).toHaveAttribute(
        'href',
        /^\/servers\/details\/00000000/,
      )
      await expectAccessible(page)
      await page.getByRole('link', { name: '排行榜' }).last().click()
      await expect(page).toHaveURL(`/leaderboard?season=${season}&mode=retakes`)
    },
  )

  test(
    'A10 servers are plain names where their pages are switched off',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await operator.change({ features: { servers: { features: { details: false } } } })
      await mockBoards(page, defaultBoards)
      await page.goto(`/leaderboard/player/${playerSteamId(1)}`)
      await expect(page.getByText('北京 #1 死斗 · FFA')).toBeVisible()
      await expect(page.getByRole('link', { name: '北京 #1 死斗 · FFA' })).toHaveCount(0)
    },
  )

  test('an unknown player; an invalid SteamID leads to the board', { tag: '@variant' }, async ({ page }) => {
    await mockBoards(page, defaultBoards)
    await page.goto(`/leaderboard/player/${playerSteamId(4_000)}`)
    await expect(page.getByRole('heading', { level: 1, name: '没有这名玩家' })).toBeAttached()
    await expectAccessible(page)
    for (const id of ['1', 'nobody', '7656119800000000x', '76561197960265728']) {
      await page.goto(`/leaderboard/player/${id}`)
      await expect(page).toHaveURL(/\/leaderboard\?season=/)
    }
  })

  test('a player that cannot be loaded can be tried again', { tag: '@variant' }, async ({ page }) => {
    await mockBoards(page, defaultBoards)
    let refuse = true
    await page.route('**/api/leaderboard/player/*', (route) => (refuse ? route.abort() : route.fallback()))
    await page.goto(`/leaderboard/player/${playerSteamId(1)}`)
    await expect(page.getByRole('alert')).toContainText('玩家信息加载失败')
    refuse = false
    await page.getByRole('alert').getByRole('button').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Quiet_Ridge' })).toBeVisible()
  })
})
