import type { BoardRow } from '@clutch/contract/api/leaderboard.ts'
import { allTime } from '@clutch/contract/limits.ts'
import { boardGroups } from '@clutch/contract/rules/groups.ts'
import type { BoardMode } from '@clutch/contract/rules/board-modes.ts'
import { groupsOf } from '../accounts/index.ts'
import { inSteps } from '../database/index.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/download.ts'
import { toBoardRow } from './board-row.ts'
import { boardCsvHead, boardCsvLines } from './csv.ts'
import { readFilter } from './filters.ts'
import { selectAfter } from './page-store.ts'
import type { StandingRow } from './page-store.ts'
import { lowestKey } from './ranges.ts'
import type { List } from './ranges.ts'
import { chosenBoard } from './read.ts'
import type { Choice } from './read.ts'

type Parts = Pick<House, 'database' | 'clock'>
type Format = 'csv' | 'json'

/** Whose picture is where is no part of a board that is kept. */
const noAvatars: ReadonlyMap<string, string> = new Map()

/**
 * The whole board as it is while it is read: each step is of one moment, and nothing is held in between, so that a slow
 * reader holds nobody. Who moves past the reader meanwhile may stand twice or not at all. Throws `season.not_found`.
 */
export async function exportBoard(
  house: Parts,
  mode: BoardMode,
  choice: Choice & { format: Format },
): Promise<Download> {
  const board = await chosenBoard(house.database, mode, choice)
  const list = board && { boardId: board.id, filter: readFilter(choice.usergroup) }
  const rows = list ? rowsOf(house, list) : nothing()
  const { format } = choice
  return {
    name: fileName(mode, choice),
    type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    chunks: format === 'csv' ? asCsv(rows) : asJson(rows),
  }
}

async function* rowsOf({ database, clock }: Parts, list: List): AsyncGenerator<BoardRow[]> {
  const steps = inSteps<StandingRow>((last, limit) =>
    selectAfter(database, { ...list, ...(last ? keyOf(last) : lowestKey) }, limit),
  )
  let rank = 0
  for await (const rows of steps) {
    const groups = await groupsOf(
      database,
      rows.map((row) => row.steam_id),
      clock.now(),
    )
    yield rows.map((row) => toBoardRow(row, (rank += 1), { groups, avatars: noAvatars }))
  }
}

/** Where a row stood. */
function keyOf({ minusKills, standingDeaths: deaths, steam_id: steamId }: StandingRow) {
  return { minusKills, deaths, steamId }
}

async function* nothing(): AsyncGenerator<BoardRow[]> {}

async function* asCsv(steps: AsyncIterable<BoardRow[]>): AsyncGenerator<string> {
  yield boardCsvHead
  for await (const rows of steps) yield boardCsvLines(rows)
}

async function* asJson(steps: AsyncIterable<BoardRow[]>): AsyncGenerator<string> {
  let before = '['
  for await (const rows of steps) {
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield before === '[' ? '[]' : ']'
}

/** Of letters, digits and dashes alone, whatever the season is called. */
function fileName(mode: BoardMode, { season, usergroup, format }: Choice & { format: Format }): string {
  const asked = (usergroup ?? '').split(',')
  const groups = boardGroups.filter((group) => asked.includes(group))
  return `${['leaderboard', mode, season ?? allTime, ...groups].join('-')}.${format}`
}
