import { isProving, sampleCases } from '@clutch/tools/testing/test-options.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { type BoardMode, boardModes } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import {
  type Faults,
  type GameServer,
  type Gamesim,
  type PlayerTally,
  type ServerConfig,
  startGamesim,
} from '@clutch/gamesim/index.ts'
import { type ReportingPortal, startReportingPortal } from '../testing/reporting-portal.ts'

vi.setConfig({ testTimeout: 120_000 })

let portal: ReportingPortal
let sim: Gamesim
let season: string

/** All boards, one of them fed by two servers, and a server that feeds none. */
const servers = [
  { board: 'dm', mode: 'dm', bots: 6, freeForAll: true, names: 'blank' },
  { board: 'dm', mode: 'dm', bots: 0, freeForAll: false },
  { board: 'dm-pistol', mode: 'dm-pistol', bots: 4 },
  { board: 'solo', mode: 'solo' },
  { board: 'retakes', mode: 'retakes', bots: 3, maxPlayers: 10 },
  { board: null, mode: 'competitive' },
] as const satisfies readonly ({ board: BoardMode | null } & Partial<ServerConfig>)[]

beforeEach(async () => {
  portal = await startReportingPortal()
  const opened = await portal.operator<{ id: string }>('POST', 'seasons', {
    name: { zh: '秋', en: 'Autumn' },
  })
  season = opened.id
})

afterEach(async () => {
  await sim.close()
  await portal.stop()
})

/**
 * Plays on every server, each with its faults, until all players have left and everything sent is counted.
 */
async function play(
  seed: string,
  minutes: number,
  faults: Partial<Faults>,
  more: Partial<ServerConfig> = {},
): Promise<void> {
  const settings: Partial<ServerConfig>[] = []
  for (const { board, ...server } of servers) {
    const freeForAll = 'freeForAll' in server && server.freeForAll
    settings.push({ ...server, logUrls: [await portal.addServer(board, freeForAll)] })
  }
  const defaults = {
    busy: 0.8,
    mapMinutes: 15,
    stayMinutes: 15,
    logRetryMs: 20,
    rcon: false,
    ...more,
  }
  sim = await startGamesim({ servers: settings, defaults, seed, epoch: Date.parse('2026-11-21T10:00:00Z') })
  for (const server of sim.servers) Object.assign(server.faults, faults)
  for (let minute = 0; minute < minutes; minute++) {
    sim.advance(60_000)
    await sim.flushLogs()
  }
  for (const server of sim.servers) {
    for (const player of server.game.roster.humans) server.disconnect(player)
  }
  await sim.flushLogs()
  await portal.counted()
}

type Numbers = Record<(typeof compared)[number], number>

const compared = [
  'kills',
  'deaths',
  'headshots',
  'rifle_kills',
  'awp_kills',
  'pistol_kills',
  'clutches',
  'clutchwins',
  'wins',
  'loses',
  'playtime',
] as const satisfies readonly (keyof BoardRow)[]

/** The counts that come from a single line. */
const fights = ['kills', 'deaths', 'headshots', 'rifle_kills', 'awp_kills', 'pistol_kills'] as const

/** Returns the servers' own tally of a mode, in the board's terms; players without counts are left out. */
function tallied(
  mode: BoardMode,
  tallyOf: (server: GameServer) => GameServer['tally'],
): Map<string, Numbers> {
  const expected = new Map<string, Numbers>()
  for (const [index, server] of sim.servers.entries()) {
    if (servers[index]?.board !== mode) continue
    for (const [steamId, player] of Object.entries(tallyOf(server).snapshot().players)) {
      const sum = expected.get(steamId)
      const numbers = numbersOf(player)
      if (sum) for (const name of compared) sum[name] += numbers[name]
      else expected.set(steamId, numbers)
    }
  }
  return new Map([...expected].filter(([, numbers]) => compared.some((name) => numbers[name] > 0)))
}

function sum(rows: ReadonlyMap<string, Numbers>, name: keyof Numbers): number {
  return [...rows.values()].reduce((all, row) => all + row[name], 0)
}

/** Checks that no player without counts is shown, and none with more than they have. */
function expectNothingMadeUp(rows: ReadonlyMap<string, Numbers>, truth: ReadonlyMap<string, Numbers>): void {
  for (const [steamId, row] of rows) {
    const happened = truth.get(steamId)
    for (const name of compared) {
      expect(row[name], `${name} of ${steamId}`).toBeLessThanOrEqual((happened?.[name] ?? 0) + shownTo)
    }
  }
}

function numbersOf(player: PlayerTally): Numbers {
  return {
    kills: player.kills,
    deaths: player.deaths + player.suicides + player.bombed,
    headshots: player.headshots,
    rifle_kills: player.rifleKills,
    awp_kills: player.awpKills,
    pistol_kills: player.pistolKills,
    clutches: player.clutches,
    clutchwins: player.clutchWins,
    wins: player.roundsWon,
    loses: player.roundsLost,
    playtime: player.playtimeMs / 60_000,
  }
}

function shown(rows: readonly BoardRow[]): Map<string, Numbers> {
  const pick = (row: BoardRow) => Object.fromEntries(compared.map((name) => [name, row[name]])) as Numbers
  return new Map(rows.map((row) => [row.steamid, pick(row)]))
}

/** Playtime is shown to a hundredth of a minute. */
const shownTo = 0.005 + 1e-9

/** Playtime as exact as it is shown, to a hundredth of a minute, rounded from whole ms: a fraction of a minute may miss an exact half. */
function rounded(numbers: ReadonlyMap<string, Numbers>) {
  const all = [...numbers].map(([steamId, one]) => {
    const ms = Math.round(one.playtime * 60_000)
    return [steamId, { ...one, playtime: Math.round(ms / 600) / 100 }] as const
  })
  return Object.fromEntries(all)
}

/** I3: kills descending, deaths ascending, SteamID. */
function inOrder(numbers: ReadonlyMap<string, Numbers>): string[] {
  return [...numbers]
    .toSorted(
      ([a, one], [b, other]) => other.kills - one.kills || one.deaths - other.deaths || (a < b ? -1 : 1),
    )
    .map(([steamId]) => steamId)
}

const logFiles = [
  { logPerMap: true, how: 'each map a log of its own, as CS2 does it' },
  { logPerMap: false, how: 'one log over all maps' },
]

test.each(sampleCases(logFiles))(
  'I9 I10 what servers played is what the boards show, though batches came twice, torn and out of order: $how',
  async ({ logPerMap }) => {
    await play(
      'boards',
      isProving ? 30 : 24,
      { logRepeat: 0.2, logTear: 0.2, logReorder: 0.2 },
      { logPerMap },
    )
    for (const mode of boardModes) {
      const truth = tallied(mode, ({ tally }) => tally)
      const rows = await portal.board(mode, season)
      expect(rounded(shown(rows))).toEqual(rounded(truth))
      expect(rows.map(({ steamid }) => steamid)).toEqual(inOrder(truth))
      expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_row, index) => index + 1))
      expect(await portal.board(mode, 'all')).toEqual(rows)
      expect(rows.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(100)
    }
  },
)

test('I9 I10 losses are all that is missing of deathmatches; of rounds nothing counts that did not happen', async () => {
  await play('holes', isProving ? 25 : 15, { logDrop: 0.1, logRepeat: 0.1, logTear: 0.1, logReorder: 0.1 })
  for (const mode of boardModes) {
    const happened = tallied(mode, ({ tally }) => tally)
    const lost = tallied(mode, (server) => server.lostTally)
    const rows = shown(await portal.board(mode, season))
    const isDeathmatch = mode === 'dm' || mode === 'dm-pistol'
    expect(sum(lost, 'kills')).toBeGreaterThan(0)
    for (const [steamId, truth] of happened) {
      for (const name of fights) {
        const arrived = truth[name] - (lost.get(steamId)?.[name] ?? 0)
        const counted = rows.get(steamId)?.[name] ?? 0
        // Between two holes without a decided round nothing of a match with rounds counts (decision 0030).
        if (isDeathmatch) expect(counted, `${name} of ${steamId}`).toBe(arrived)
        else expect(counted, `${name} of ${steamId}`).toBeLessThanOrEqual(arrived)
      }
    }
    expect(sum(rows, 'kills')).toBeGreaterThan(0.4 * sum(happened, 'kills'))
    // A round, a clutch or a stay is counted only where nothing is missing that belongs to it.
    expectNothingMadeUp(rows, happened)
    expect(sum(rows, 'playtime')).toBeGreaterThan(0.75 * sum(happened, 'playtime'))
  }
})

test.runIf(isProving)(
  'I9 names with a second identity forge nothing; their players only lose their own counts',
  async () => {
    await play('forgers', 30, {}, { forgers: true })
    for (const mode of boardModes) {
      const happened = tallied(mode, ({ tally }) => tally)
      const rows = shown(await portal.board(mode, season))
      expectNothingMadeUp(rows, happened)
      expect(sum(rows, 'kills')).toBeGreaterThan(0.3 * sum(happened, 'kills'))
      expect(sum(rows, 'kills')).toBeLessThan(sum(happened, 'kills'))
    }
  },
)
