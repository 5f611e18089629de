import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'
import { createAvatar } from '@clutch/emulators/steam/avatar.ts'
import {
  boardRows,
  playerCards,
  openBoard,
  openSeason,
  playMatch,
  buildBoardRows,
  mockBoards,
  playerSteamId,
} from '../support/boards.ts'
import { testWhenProving, expect, expectAccessible, test, openWithPreferences } from '../support/test.ts'

const seasons = { summer: '', autumn: '' }
/** Two days where midnight came between the two matches of deathmatch. */
const playedOn = new Set<string>()
const names = ['北岸', 'Quiet_Ridge', '夜航船', 'halfstep "ace" <b>', '橘猫不吃鱼', '老王不压枪']

const nameOf = (place: number) => names[place] ?? `player ${place + 1}`
/** The first of 70 players have most kills; the last one on the board was killed by all of them. */
const kills = Array.from({ length: 70 }, (_, place) => 75 - place)

test.beforeAll(async ({ stack }) => {
  seasons.summer = await openSeason(stack, '夏季赛', 'Summer')
  await playMatch(stack, '北京 #1 死斗 · FFA', 'dm', [3, 2], (place) => `summer ${place}`)
  playedOn.add(toCommunityDay(Date.now()))
  seasons.autumn = await openSeason(stack, '秋季赛', 'Autumn')
  await playMatch(stack, '北京 #1 死斗 · FFA', 'dm', kills, nameOf)
  playedOn.add(toCommunityDay(Date.now()))
  await playMatch(stack, '上海 #1 回防 · 128 tick', 'retakes', [2, 1], nameOf)
  await stack.callOperator('PUT', `/api/operator/memberships/${playerSteamId(1)}/pro`, {})
  await stack.callOperator('PUT', `/api/operator/memberships/${playerSteamId(1)}/kol`, {})
  await stack.callOperator('PUT', `/api/operator/memberships/${playerSteamId(5)}/op`, {})
})

test('I1–I9 what the servers reported, found by season, mode and group, down to one player (zh, desktop)', async ({
  page,
}) => {
  await openBoard(page)
  await expect(page).toHaveURL(`/leaderboard?season=${seasons.autumn}`)
  await expect(page.getByText('71 名玩家上榜')).toBeVisible()
  await expect(playerCards(page)).toHaveCount(5)
  await expect(playerCards(page).first()).toContainText(/1.*北岸.*击杀.*75.*K\/D.*75\.00/)
  await expect(playerCards(page).nth(3)).toContainText('halfstep "ace" <b>')
  await expect(boardRows(page).first().getByRole('cell').first()).toHaveText('6')
  await expect(boardRows(page).first()).toContainText('老王不压枪')
  await expect(boardRows(page).first()).toContainText('OP')
  await page.mouse.move(700, 600)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 10_000)
      return boardRows(page).last().getByRole('cell').nth(2).textContent()
    })
    .toBe('0')
  await expect(page.getByText('已经到底了')).toBeVisible()
  await page.getByRole('group', { name: '只看这类玩家' }).getByRole('button', { name: /PRO/ }).click()
  await expect(boardRows(page)).toHaveCount(1)
  await expect(boardRows(page).getByRole('cell').first()).toHaveText('1')
  await page.getByRole('group', { name: '只看这类玩家' }).getByRole('button', { name: /PRO/ }).click()
  await page.getByRole('button', { name: '秋季赛', pressed: true }).hover()
  await page.getByRole('menuitemradio', { name: '夏季赛' }).click()
  await expect(page.getByText('3 名玩家上榜')).toBeVisible()
  await expect(playerCards(page).first()).toContainText('3')
  await page.goto(`/leaderboard?season=all&mode=retakes`)
  await expect(playerCards(page)).toHaveCount(3)
  await page.getByText('死斗', { exact: true }).click()
  await expect(playerCards(page).first()).toContainText(/击杀.*78/)
  await playerCards(page).nth(1).click()
  const dialog = page.getByRole('dialog', { name: 'Quiet_Ridge' })
  await expect(dialog.getByRole('region', { name: '死斗', exact: true })).toContainText('击杀76')
  await expect(dialog.getByRole('region', { name: '回防' })).toContainText('击杀1')
  await dialog.getByRole('link', { name: '玩家主页' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quiet_Ridge' })).toBeVisible()
  await expect(page.getByText(`${playedOn.size} 天共 76 次击杀`)).toBeVisible()
  await expect(page.locator('canvas')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '北京 #1 死斗 · FFA' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '北京 #1 死斗 · FFA' })).toBeVisible()
})

test(
  'I2 the board, as it is filtered, is downloaded as CSV and JSON',
  { tag: '@variant' },
  async ({ page }) => {
    await openBoard(page, `/leaderboard?season=${seasons.autumn}&group=pro`)
    for (const [format, text] of [
      ['CSV', /"?Quiet_Ridge"?/],
      ['JSON', /"nickname": ?"Quiet_Ridge"/],
    ] as const) {
      await page.getByRole('button', { name: '下载榜单' }).click()
      const coming = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: new RegExp(format) }).click()
      const stream = await (await coming).createReadStream()
      const content = Buffer.concat(await stream.toArray()).toString('utf8')
      expect(content).toMatch(text)
      expect(content).not.toContain('北岸')
    }
  },
)

test('I9 the board is seen growing', { tag: '@variant' }, async ({ page, stack }) => {
  await page.clock.install()
  await page.goto('/leaderboard?season=all&mode=dm-pistol')
  await expect(page.getByText('还没有玩家上榜')).toBeVisible()
  await playMatch(stack, '上海 #3 手枪死斗', 'dm-pistol', [4, 3, 2], nameOf)
  await page.clock.runFor(31_000)
  await expect(playerCards(page)).toHaveCount(4)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  testWhenProving('I1–I9 the same on a phone (en)', async ({ page }) => {
    await openWithPreferences(page, 'en')
    await page.goto('/')
    await page.getByRole('button', { name: 'Open the menu' }).tap()
    await page.getByRole('navigation').getByRole('link', { name: 'Leaderboard' }).tap()
    await expect(page.getByText('71 players ranked')).toBeVisible()
    await expect(boardRows(page).first()).toHaveText(/1.*北岸.*75 Kills.*75\.00 K\/D/)
    await expect(boardRows(page).nth(1)).toHaveText(/2.*Quiet_Ridge.*KOL.*PRO/)
    await page.getByText('Retakes', { exact: true }).tap()
    await expect(page.getByText('3 players ranked')).toBeVisible()
    await page.getByRole('button', { name: 'Autumn' }).tap()
    await page.getByRole('menuitemradio', { name: 'Summer' }).tap()
    await expect(page.getByText('No players ranked yet')).toBeVisible()
    await page.getByText('Deathmatch', { exact: true }).tap()
    await boardRows(page)
      .first()
      .getByRole('link', { name: /^北岸$|^summer/ })
      .tap()
    await expect(page.getByRole('heading', { level: 1, name: '北岸' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Deathmatch', exact: true })).toContainText('Kills3')
  })
})

test(
  'I3 a player’s picture; where it cannot be had, the first letter of the name',
  { tag: '@variant' },
  async ({ page }) => {
    const rows = buildBoardRows(8).map((row) => ({ ...row, avatar_url: `/api/avatars/${row.steamid}?v=1` }))
    await page.route('**/api/avatars/**', (route) => {
      const isFirst = route.request().url().includes(playerSteamId(0))
      const body = createAvatar(playerSteamId(0), 32)
      return route.fulfill(isFirst ? { body, contentType: 'image/png' } : { status: 404 })
    })
    await mockBoards(page, { seasons: [], players: () => rows })
    await openBoard(page)
    const picture = playerCards(page).first().locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(32)
    await expect(playerCards(page).first().getByText('P', { exact: true })).toHaveCount(0)
    await expect(playerCards(page).nth(1).locator('img')).toHaveCount(0)
    await expect(playerCards(page).nth(1).getByText('P', { exact: true })).toBeVisible()
  },
)
