import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { buildServer } from '@clutch/contract/testing/server-builder.ts'
import type { Page } from '@playwright/test'
import {
  buildBoardRow,
  playerCards,
  openBoard,
  buildBoardRows,
  mockBoards,
  playerSteamId,
  twoSeasons,
} from '../support/boards.ts'
import {
  isListRequest,
  blockStream,
  serverNameButton,
  openServerList,
  serverRows,
  mockServerList,
} from '../support/server-list.ts'
import { type VisualContext, type VisualStates, defineVisualTests } from './visual-test.ts'
import type { Stack } from '../support/stack.ts'
import { expect } from '../support/test.ts'

const shanghai = '上海 #1 回防 · 128 tick'

async function serverIdOf(stack: Stack): Promise<string> {
  const servers = (await (await fetch(new URL('/api/servers', stack.url))).json()) as Server[]
  return servers.find(({ name }) => name === shanghai)?.id ?? ''
}

const button = ({ page, text }: VisualContext, zh: string, en: string) =>
  page.getByRole('button', { name: text(zh, en) }).first()
const popup = (page: Page) => page.getByRole('dialog')

const allGroups: BoardRow['usergroup'] = ['op', 'kol', 'pro', 'vip']
const nicknames = [
  '北岸',
  'Quiet_Ridge',
  '夜航船',
  'halfstep',
  '橘猫不吃鱼',
  'mossgrove',
  '老王不压枪',
  'Tinfoil',
  '阿树',
]

/** A board as it may look, with every badge on it. */
const rankedRows = buildBoardRows(60).map((row, place) =>
  buildBoardRow(place, {
    nickname: nicknames[place] ?? row.nickname,
    usergroup: allGroups.slice(place % 4, (place % 4) + (place % 3)),
  }),
)

const states: VisualStates = {
  list: ({ page }) => openServerList(page),
  'list loading': async ({ page, text }) => {
    await blockStream(page)
    await page.route(
      (url) => isListRequest(url.href),
      () => undefined,
    )
    await page.goto('/')
    await expect(
      page
        .getByRole('status', { name: text('加载中', 'Loading') })
        .locator('span')
        .first(),
    ).toBeVisible()
  },
  'list filtered to nothing': async ({ page, text }) => {
    await openServerList(page)
    await page.getByRole('textbox').fill('nothing like it')
    await expect(page.getByText(text('没有符合条件的服务器', 'No server fits these filters'))).toBeVisible()
  },
  'list failed': async ({ page, text }) => {
    await page.route(
      (url) => isListRequest(url.href),
      (route) => route.abort(),
    )
    await page.goto('/nothing-here')
    await expect(page.getByRole('button', { name: text('重试', 'Retry') })).toBeVisible()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'list with long and offline': async ({ page }) => {
    const long = '一个名字特别长的社区服务器 with a very long name indeed, longer than any column'
    const words = {
      region: 'a region in the operator’s own long words',
      tickrate: '128 tick, no lag, promised',
    }
    await mockServerList(page, [
      buildServer({
        id: '1',
        name: long,
        category: 'no-awp dm',
        map: 'workshop_very_long_map_name_v2',
        ...words,
      }),
      buildServer({ id: '2', name: 'gone', open: 0, ontop: 1, locked: true, players: '0/0' }),
      buildServer({ id: '3', name: 'huge', players: '120/128', port: 3 }),
    ])
    await openServerList(page, '/?hide_offline=false&hide_full=false')
    await expect(serverNameButton(page, 'gone')).toBeVisible()
  },
  players: async ({ page }) => {
    await openServerList(page)
    await serverNameButton(page, shanghai).click()
    await expect(popup(page).getByRole('listitem')).toHaveCount(9)
  },
  'players hidden': async ({ page }) => {
    await openServerList(page)
    await page.getByRole('textbox').fill('Tokyo')
    await serverNameButton(page, 'Tokyo #1 No-AWP DM').click()
    await expect(popup(page).getByRole('listitem').first()).toBeVisible()
  },
  'players failed': async ({ page }) => {
    await page.route('**/api/server/info*', (route) => route.abort())
    await openServerList(page)
    await serverNameButton(page, shanghai).click()
    await expect(popup(page).getByRole('alert')).toBeVisible()
  },
  'maps dropdown': async (scene) => {
    await openServerList(scene.page)
    await button(scene, '地图', 'Maps').click()
    await popup(scene.page).getByRole('checkbox').first().check()
  },
  'modes dropdown': async (scene) => {
    await openServerList(scene.page)
    await button(scene, '全部模式', 'All modes').click()
    await expect(popup(scene.page)).toBeVisible()
  },
  'quick join': async (scene) => {
    await openServerList(scene.page)
    await button(scene, '快速加入', 'Quick join').click()
    await expect(popup(scene.page)).toBeVisible()
  },
  'quick join found': async (scene) => {
    const { page, text } = scene
    await openServerList(page)
    await button(scene, '快速加入', 'Quick join').click()
    await popup(page)
      .getByRole('button', { name: text('死斗', 'Deathmatch') })
      .click()
    await expect(popup(page).getByText('北京 #1 死斗 · FFA')).toBeVisible()
  },
  'copy by hand': async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await openServerList(page)
    await serverRows(page).first().getByRole('button').last().click()
    await expect(popup(page).getByRole('textbox')).toBeVisible()
  },
  sidebar: async (scene) => {
    await openServerList(scene.page)
    await button(scene, '打开菜单', 'Open the menu').click()
    await expect(popup(scene.page)).toBeVisible()
  },
  details: async ({ page, stack }) => {
    await page.route('**/api/servers/*/history*', (route) => {
      const start = Date.parse('2026-03-05T00:00:00+08:00')
      const points = Array.from({ length: 1_440 }, (_, at) => {
        const players = Math.round(6 + 5 * Math.sin(at / 135))
        return { at: start + at * 60_000, players, peak: Math.min(12, players + (at % 30 === 0 ? 1 : 0)) }
      })
      return route.fulfill({ json: { range: '24h', points } })
    })
    await page.goto(`/servers/details/${await serverIdOf(stack)}`)
    await expect(page.locator('canvas')).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(9)
  },
  'details without a server': async ({ page, text }) => {
    await page.goto('/servers/details/none')
    await expect(page.getByText(text('没有这台服务器', 'There is no such server')).first()).toBeVisible()
  },
  rules: async ({ page, stack, text }) => {
    await page.goto(`/servers/rules/${await serverIdOf(stack)}`)
    await expect(page.getByText(text('尊重他人。', 'Respect others.'))).toBeVisible()
  },
  leaderboard: async ({ page }) => {
    await mockBoards(page, { seasons: twoSeasons, players: () => rankedRows })
    await openBoard(page)
  },
  'leaderboard seasons': async ({ page }) => {
    await mockBoards(page, { seasons: twoSeasons, players: () => rankedRows })
    await openBoard(page)
    await page.getByRole('button', { name: '2026 秋季赛' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
  },
  'leaderboard with long': async ({ page }) => {
    const nickname = '一个名字特别长的玩家 with a very long name indeed'
    const many = {
      kills: 1_234_567,
      deaths: 1_000_000,
      playtime: 1_234_567,
      rifle_kills: 999_999,
      clutchwins: 88_888,
    }
    const players = buildBoardRows(8).map((row) => ({ ...row, ...many, nickname, usergroup: allGroups }))
    await mockBoards(page, { seasons: [{ id: 'a', name: nickname.slice(0, 40) }], players: () => players })
    await openBoard(page, '/leaderboard?mode=retakes')
    await openBoard(page, '/leaderboard?mode=dm')
  },
  'leaderboard loading': async ({ page, text }) => {
    await page.route('**/api/leaderboard/**', () => undefined)
    await page.goto('/leaderboard')
    await expect(
      page
        .getByRole('status', { name: text('加载中', 'Loading') })
        .locator('span')
        .first(),
    ).toBeVisible()
  },
  'leaderboard failed': async ({ page }) => {
    await page.route('**/api/leaderboard/**', (route) => route.abort())
    await page.goto('/leaderboard')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'leaderboard empty': async ({ page, text }) => {
    await mockBoards(page, { seasons: [], players: () => [] })
    await page.goto('/leaderboard?group=op')
    await expect(page.getByRole('button', { name: text('查看全部玩家', 'Show all players') })).toBeVisible()
  },
  'leaderboard card': async ({ page }) => {
    await mockBoards(page, { seasons: twoSeasons, players: () => rankedRows })
    await openBoard(page)
    await playerCards(page).nth(1).click()
    await expect(popup(page).getByRole('region').first()).toBeVisible()
  },
  player: async ({ page }) => {
    await page.clock.setFixedTime('2026-11-21T15:00:00+08:00')
    await mockBoards(page, { seasons: twoSeasons, players: () => rankedRows })
    await page.goto(`/leaderboard/player/${playerSteamId(1)}`)
    await expect(page.locator('canvas')).toBeVisible()
    await expect(page.getByRole('region').first()).toBeVisible()
  },
  'player missing': async ({ page, text }) => {
    await mockBoards(page, { seasons: [], players: () => [] })
    await page.goto(`/leaderboard/player/${playerSteamId(1)}`)
    await expect(page.getByText(text('没有这名玩家', 'No such player')).first()).toBeVisible()
  },
  'a rendering error': async ({ page }) => {
    // The document comes without content: an error while that is hydrated is also reported as one of hydrating.
    await page.route('**/api/servers', (route) => route.fallback())
    await page.addInitScript(() => {
      Array.prototype.toSorted = () => {
        throw new Error('broken on purpose')
      }
    })
    await page.goto('/', { waitUntil: 'load' })
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
  },
}

/** Scenes that exist in one size only. */
const onlyOn: Record<string, string> = {
  'modes dropdown': 'phone',
  sidebar: 'phone',
  'leaderboard card': 'desktop',
  'quick join': 'desktop',
  'quick join found': 'desktop',
}

defineVisualTests(states, onlyOn)
