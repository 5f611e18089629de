import type { Page } from '@playwright/test'
import { takePerson } from '../support/accounts.ts'
import { boardRows, playerCards, openBoard, openSeason, playMatch, playerSteamId } from '../support/boards.ts'
import { openSignedIn } from '../support/sessions.ts'
import type { Stack } from '../support/stack.ts'
import { expect, expectAccessible, test, openWithPreferences } from '../support/test.ts'

const ownRow = (page: Page, name = '你的名次') => page.getByRole('region', { name })
const ownPerson = takePerson()
const stranger = takePerson()
/** Ten players; I am the seventh. Only this mode and season are played here: other journeys count the other boards. */
const place = 6
const kills = [30, 27, 24, 21, 18, 15, 12, 9, 6, 3]
const season = { id: '', empty: '' }

test.beforeAll(async ({ stack }: { stack: Stack }) => {
  season.id = await openSeason(stack, '单挑季', 'Duels')
  await playMatch(
    stack,
    '广州 #2 单挑竞技场 1v1',
    'solo',
    kills,
    (at) => (at === place ? ownPerson.name : `duellist ${at + 1}`),
    (at) => (at === place ? ownPerson.steamId : playerSteamId(at)),
  )
  season.empty = await openSeason(stack, '空季', 'Empty')
  for (const steamId of [playerSteamId(1), ownPerson.steamId])
    await stack.callOperator('PUT', `/api/operator/memberships/${steamId}/pro`, {})
})

test(
  'I1 I8 the own row: name, rank and columns, unfiltered whatever group is chosen, of the mode and the season',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openBoard(page, `/leaderboard?season=${season.id}&mode=solo`)
    await expect(boardRows(page).filter({ hasText: ownPerson.name })).toHaveCount(1)
    await expect(ownRow(page)).toHaveCount(0)

    await openSignedIn(page, stack, ownPerson, `/leaderboard?season=${season.id}&mode=solo`)
    await expect(ownRow(page)).toHaveText(new RegExp(`名次 7.*${ownPerson.name}PRO你.*击杀 12`))
    const rowOfMine = boardRows(page).filter({ hasText: ownPerson.name })
    await expect(rowOfMine).toContainText('你')
    await expect(rowOfMine.getByRole('cell').first()).toHaveText('7')
    await expectAccessible(page)

    await page.getByRole('group', { name: '只看这类玩家' }).getByRole('button', { name: /PRO/ }).click()
    await expect(boardRows(page)).toHaveCount(2)
    await expect(rowOfMine.getByRole('cell').first()).toHaveText('2')
    await expect(ownRow(page)).toContainText('名次 7')

    await page.getByText('死斗', { exact: true }).click()
    await expect(ownRow(page)).toContainText('这段时间没有战绩')
    await expect(ownRow(page)).toContainText('名次 -')
    await page.goto(`/leaderboard?season=${season.empty}&mode=solo`)
    await expect(page.getByText('还没有玩家上榜')).toBeVisible()
    await expect(ownRow(page)).toContainText('这段时间没有战绩')
  },
)

test(
  'I1 a player who never played has no stats and no page',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openSignedIn(page, stack, stranger, `/leaderboard?season=${season.id}&mode=solo`)
    await expect(ownRow(page)).toHaveText(new RegExp(`名次 -.*${stranger.name}你.*这段时间没有战绩`))
    await expect(ownRow(page).getByRole('link', { name: stranger.name })).toHaveCount(0)
    await expect(playerCards(page)).toHaveCount(5)
  },
)

test.describe('on a phone', { tag: '@variant' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('I1 I3 the own row is a card of three stats above the list (en)', async ({ page, stack }) => {
    await openWithPreferences(page, 'en')
    await openBoard(page, `/leaderboard?season=${season.id}&mode=solo`)
    await expect(ownRow(page, 'Your place')).toHaveCount(0)
    await openSignedIn(page, stack, ownPerson, `/leaderboard?season=${season.id}&mode=solo`)
    await expect(ownRow(page, 'Your place')).toHaveText(
      new RegExp(`Rank 7.*${ownPerson.name}PROYou.*12 Kills`),
    )
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBe(390)
    await page.getByText('Retakes', { exact: true }).tap()
    await expect(ownRow(page, 'Your place')).toContainText('No stats in this period')
    await page.getByText('Solo 1v1', { exact: true }).tap()
    await ownRow(page, 'Your place').getByRole('link', { name: ownPerson.name, exact: true }).tap()
    await expect(page.getByRole('heading', { level: 1, name: ownPerson.name })).toBeVisible()
  })
})
