import type { BoardPage, BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { zeroBoardCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { boardPageSize, boardTopCount } from '@clutch/contract/limits.ts'
import { boardModes } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { createRandom } from '../harness/sample-servers.ts'

const names = ['夜雨声烦', '一枪爆头', 'frosty', 'NightOwl', '菜鸟互啄', 'he said "gg"', 'Rook', '한국인']

/** The seasons of the sample, newest first. */
export const sampleSeasons = [
  { id: '00000000-0000-7000-8000-000000000002', name: 'Season 2' },
  { id: '00000000-0000-7000-8000-000000000001', name: 'Season 1' },
]

/**
 * Returns the answers of the public board calls with that many players; names begin with the board's, to tell
 * them apart. Undefined for another address.
 */
export function sampleBoards(players: number): (path: string, query: URLSearchParams) => unknown {
  return (path, query) => {
    if (path === '/api/leaderboard/seasons') return sampleSeasons
    const [, mode, top] = /^\/api\/leaderboard\/([\w-]+)(\/top)?$/.exec(path) ?? []
    if (!boardModes.some((known) => known === mode)) return undefined
    const name = boardNamePrefix(mode ?? '', query.get('season') ?? 'all')
    if (top !== undefined) return createRows(name, 0, boardTopCount)
    const first = (Number(query.get('page') ?? 1) - 1) * boardPageSize
    return {
      data: createRows(name, first, Math.min(boardPageSize, Math.max(0, players - first))),
      totalPages: Math.ceil(players / boardPageSize),
      total: players,
      groups: { pro: 40, kol: 12, op: 3 },
      updated: Date.now(),
    } satisfies BoardPage
  }
}

/** What the names on a board begin with. */
export function boardNamePrefix(mode: string, season: string): string {
  return `${mode}/${season.slice(-4)}`
}

function createRows(board: string, first: number, count: number): BoardRow[] {
  return Array.from({ length: count }, (_, index) => createRow(board, first + index + 1))
}

function createRow(board: string, rank: number): BoardRow {
  const random = createRandom(rank)
  const kills = Math.floor(200_000 / rank ** 0.7)
  const share = (most: number) => Math.floor(kills * most * random())
  return {
    steamid: String(76_561_197_960_265_728n + BigInt(rank)),
    nickname: `${board} ${names[rank % names.length]} ${rank}`,
    avatar_url: null,
    usergroup: rank % 97 === 0 ? ['op', 'pro'] : rank % 31 === 0 ? ['vip'] : [],
    rank,
    ...zeroBoardCounters(),
    kills,
    deaths: share(1.5),
    headshots: share(0.6),
    playtime: share(2),
    rifle_kills: share(0.5),
    awp_kills: share(0.3),
    pistol_kills: share(0.3),
    clutches: share(0.1),
    clutchwins: share(0.05),
    wins: share(0.3),
    loses: share(0.3),
  }
}
