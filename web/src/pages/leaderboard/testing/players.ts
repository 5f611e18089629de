import type { BoardPage, BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { zeroBoardCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'

/** Creates a player's row; tests name only the fields they need. */
export function createPlayer(steamid: string, change: Partial<BoardRow> = {}): BoardRow {
  return {
    steamid,
    nickname: `player ${steamid}`,
    avatar_url: null,
    usergroup: [],
    rank: 1,
    ...zeroBoardCounters(),
    ...change,
  }
}

/** A page of a board, of these players. */
export function createPage(players: readonly string[], change: Partial<BoardPage> = {}): BoardPage {
  return {
    data: players.map((player) => createPlayer(player)),
    totalPages: 3,
    total: players.length,
    groups: { pro: 0, kol: 0, op: 0 },
    updated: null,
    ...change,
  }
}
