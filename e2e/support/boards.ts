import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { zeroBoardCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { RegisteredServer } from '@clutch/contract/api/servers/operator-servers.ts'
import { boardPageSize, boardTopCount } from '@clutch/contract/limits.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { boardGroups } from '@clutch/contract/rules/accounts/groups.ts'
import { formatLogLine, formatTimestamp } from '@clutch/gamesim/log/log-lines.ts'
import type { Locator, Page } from '@playwright/test'
import type { Stack } from './stack.ts'
import { expect } from './test.ts'

/** The SteamID64 of the n-th player of a test. */
export const playerSteamId = (place: number): string => String(76_561_198_000_000_001n + BigInt(place))

/** The n-th player of a board: the earlier the more kills. */
export function buildBoardRow(place: number, change: Partial<BoardRow> = {}): BoardRow {
  return {
    steamid: playerSteamId(place),
    nickname: `player ${place + 1}`,
    avatar_url: null,
    usergroup: [],
    rank: place + 1,
    ...zeroBoardCounters(),
    kills: 20_000 - place,
    deaths: 10_000,
    headshots: 5_000,
    playtime: 6_000,
    rifle_kills: 9_000,
    awp_kills: 2_000,
    pistol_kills: 3_000,
    clutches: 40,
    clutchwins: 10,
    wins: 30,
    loses: 10,
    ...change,
  }
}

/** A board of that many players. */
export const buildBoardRows = (count: number): BoardRow[] =>
  Array.from({ length: count }, (_, place) => buildBoardRow(place))

export const seasonIds = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']

export const twoSeasons = [
  { id: seasonIds[0] ?? '', name: '2026 秋季赛' },
  { id: seasonIds[1] ?? '', name: '2026 夏季赛' },
]

interface BoardFixture {
  seasons: { id: string; name: string }[]
  /** The players of a board; called for each answer, so that a board may change. */
  players: (mode: string, season: string) => readonly BoardRow[]
}

const lastSeenAt = Date.parse('2026-11-21T14:00:00+08:00')

/** Instead of the portal, answers for the leaderboard; tells what was asked, in order. */
export async function mockBoards(page: Page, boards: BoardFixture): Promise<URL[]> {
  const asked: URL[] = []
  await page.route('**/api/leaderboard/**', async (route) => {
    const url = new URL(route.request().url())
    asked.push(url)
    await route.fulfill(respondToBoardCall(url, boards))
  })
  return asked
}

function respondToBoardCall(url: URL, { seasons, players }: BoardFixture) {
  const [first = '', second, third] = url.pathname.split('/').slice(3)
  const season = url.searchParams.get('season') ?? 'all'
  if (first === 'seasons') return { json: seasons }
  if (first === 'user') return { json: buildPlayerStats(second ?? '', season, players) }
  if (first === 'player' && third === 'trend') return { json: sampleTrend }
  if (first === 'player') return buildPlayerResponse(second ?? '', players)
  const board = players(first, season)
  if (second === 'top') return { json: board.slice(0, boardTopCount) }
  const wanted = url.searchParams.get('usergroup')?.split(',')
  const filtered = board.filter(({ usergroup }) => !wanted || usergroup.some((one) => wanted.includes(one)))
  const start = (Number(url.searchParams.get('page') ?? 1) - 1) * boardPageSize
  const counts = boardGroups.map((group) => [
    group,
    board.filter(({ usergroup }) => usergroup.includes(group)).length,
  ])
  return {
    json: {
      data: filtered.slice(start, start + boardPageSize).map((row, at) => ({ ...row, rank: start + at + 1 })),
      totalPages: Math.ceil(filtered.length / boardPageSize),
      total: filtered.length,
      groups: Object.fromEntries(counts) as Record<string, number>,
      updated: board.length > 0 ? lastSeenAt : null,
    },
  }
}

function buildPlayerStats(steamId: string, season: string, players: BoardFixture['players']) {
  return (['dm', 'retakes'] as const).flatMap((mode) =>
    players(mode, season)
      .filter(({ steamid }) => steamid === steamId)
      .map((row) => ({ ...row, mode })),
  )
}

const sampleTrend = [
  { day: '2026-11-19', kills: 60, deaths: 40, headshots: 20, playtime: 60 },
  { day: '2026-11-21', kills: 30, deaths: 20, headshots: 10, playtime: 30 },
]

function buildPlayerResponse(steamId: string, players: BoardFixture['players']) {
  const row = players('dm', 'all').find(({ steamid }) => steamid === steamId)
  if (row === undefined)
    return { status: 404, json: { error: 'There is no such player', code: 'player.not_found' } }
  const { steamid, nickname, avatar_url, usergroup } = row
  const server = {
    id: '00000000-0000-7000-8000-0000000000aa',
    name: '北京 #1 死斗 · FFA',
    last: lastSeenAt,
    playtime: 90,
    kills: 1_234,
  }
  return {
    json: {
      steamid,
      nickname,
      avatar_url,
      usergroup,
      first: lastSeenAt - 864e5,
      last: lastSeenAt,
      servers: [server],
    },
  }
}

export const playerNames = [
  '北岸',
  'Quiet_Ridge',
  '夜航船',
  'halfstep',
  '橘猫不吃鱼',
  'mossgrove',
  '老王不压枪',
]
const sampleGroups: Partial<Record<number, BoardRow['usergroup']>> = {
  0: ['pro'],
  1: ['pro', 'kol'],
  6: ['op'],
  9: ['vip'],
}

/** 120 players; those of the first season have fewer kills than all-time. */
const defaultPlayers = (_mode: string, season: string) =>
  buildBoardRows(120).map((row, place) =>
    buildBoardRow(place, {
      nickname: playerNames[place] ?? row.nickname,
      usergroup: sampleGroups[place] ?? [],
      kills: season === 'all' ? row.kills : row.kills - 10_000,
    }),
  )

/** Two seasons and four modes of the same 120 players. */
export const defaultBoards = { seasons: twoSeasons, players: defaultPlayers }
/** The players in sight, rows of a desktop or of a phone. */
export const boardRows = (page: Page): Locator =>
  page.locator('tbody tr, li').filter({ has: page.locator('a[href*="/leaderboard/player/"]') })

export const playerCards = (page: Page): Locator =>
  page.getByRole('list', { name: /^(前五名|The first five)$/ }).getByRole('button')

/** The board at an address, loaded. */
export async function openBoard(page: Page, path = '/leaderboard'): Promise<void> {
  await page.goto(path)
  await expect(boardRows(page).first()).toBeVisible()
}

/** Opens a season, after closing the one that is open; answers its id. */
export async function openSeason(stack: Stack, zh: string, en: string): Promise<string> {
  const seasons = (await stack.callOperator('GET', '/api/operator/seasons')) as {
    id: string
    ends: number | null
  }[]
  for (const { id } of seasons.filter(({ ends }) => ends === null))
    await stack.callOperator('POST', `/api/operator/seasons/${id}/close`)
  const season = await stack.callOperator('POST', '/api/operator/seasons', { name: { zh, en } })
  return (season as { id: string }).id
}

/**
 * Makes a server of the sample community report a match: each player kills the last one a number of times.
 * Resolves when the board shows it.
 */
export async function playMatch(
  stack: Stack,
  server: string,
  mode: BoardMode,
  kills: readonly number[],
  name: (place: number) => string,
  steamId = playerSteamId,
): Promise<void> {
  const servers = (await stack.callOperator('GET', '/api/operator/servers')) as RegisteredServer[]
  const id = servers.find((one) => one.name === server)?.id ?? ''
  await stack.callOperator('PATCH', `/api/operator/servers/${id}`, { board: mode })
  const address = (await stack.callOperator('POST', `/api/operator/servers/${id}/report-secret`)) as {
    log: string
  }
  const path = new URL(address.log).pathname
  const answered = await fetch(new URL(path, stack.url), {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: buildMatchLog(kills, name, steamId),
  })
  if (!answered.ok) throw new Error(`the log was answered ${answered.status}`)
  await expect
    .poll(async () => {
      const board = await fetch(new URL(`/api/leaderboard/${mode}`, stack.url))
      return ((await board.json()) as { total: number }).total
    })
    .toBe(kills.length + 1)
}

/** The log of a match: everyone enters, everyone kills the victim, who enters last. */
function buildMatchLog(
  kills: readonly number[],
  name: (place: number) => string,
  steamId = playerSteamId,
): string {
  const people = [...kills.map((_, place) => place), kills.length].map((place) => ({
    name: name(place),
    userId: place + 2,
    steamId: steamId(place),
    team: place < kills.length ? ('CT' as const) : ('TERRORIST' as const),
  }))
  const victim = people.at(-1)
  if (victim === undefined) throw new Error('there are no players')
  const deeds = kills.flatMap((count, place) =>
    Array.from({ length: count }, (_, at) => ({
      kind: 'killed' as const,
      killer: people[place] ?? victim,
      victim,
      killerAt: [0, 0, 0] as const,
      victimAt: [0, 0, 0] as const,
      weapon: 'ak47',
      headshot: at % 2 === 0,
      penetrated: false,
      warmup: false,
      teamKill: false,
    })),
  )
  const logEvents = [
    { kind: 'map-loading' as const, map: 'de_dust2' },
    { kind: 'map-started' as const, map: 'de_dust2' },
    ...people.map((player) => ({ kind: 'entered' as const, player })),
    { kind: 'match-started' as const, map: 'de_dust2' },
    ...deeds,
  ]
  const start = Date.now() - logEvents.length * 1_000
  return logEvents
    .map((one, at) => `${formatTimestamp(start + at * 1_000)} - ${formatLogLine(one)}\n`)
    .join('')
}
