import type { BoardRow } from '@clutch/contract/api/leaderboard.ts'
import { allTime } from '@clutch/contract/limits.ts'
import { boardGroups } from '@clutch/contract/rules/groups.ts'
import type { BoardMode } from '@clutch/contract/rules/board-modes.ts'
import { getGroups } from '../accounts/index.ts'
import { iterateInSteps } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { toBoardRow } from './board-row.ts'
import type { Board } from './boards-store.ts'
import { boardCsvHead, boardCsvLines } from './csv.ts'
import { readFilter } from './filters.ts'
import { type StandingRow, selectAfter } from './page-store.ts'
import { type List, lowestKey } from './ranges.ts'
import type { Choice } from './read.ts'

type Parts = Pick<AppContext, 'database' | 'clock'>
type Format = keyof typeof exportTypes

/** Whose picture is where is no part of a board that is kept. */
const noAvatars: ReadonlyMap<string, string> = new Map()

/** The media type of each format. */
export const exportTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const

/** What to export. */
export type BoardExport = Choice & { mode: BoardMode; format: Format }

/**
 * The texts of a file of the whole board, which stands for one moment a step only: nothing is held in between, so that nobody
 * waits for it. A player who moves past the reading meanwhile may be there twice or not at all.
 */
export function exportTexts(
  context: Parts,
  board: Board | undefined,
  choice: BoardExport,
): AsyncGenerator<string> {
  const list = board && { boardId: board.id, filter: readFilter(choice.usergroup) }
  const rows = list ? rowsOf(context, list) : nothing()
  return choice.format === 'csv' ? asCsv(rows) : asJson(rows)
}

/** Of letters, digits and dashes alone, whatever the season is called. Exports of one name are the same. */
export function exportName({ mode, season, usergroup, format }: BoardExport): string {
  const asked = (usergroup ?? '').split(',')
  const groups = boardGroups.filter((group) => asked.includes(group))
  return `${['leaderboard', mode, season ?? allTime, ...groups].join('-')}.${format}`
}

async function* rowsOf({ database, clock }: Parts, list: List): AsyncGenerator<BoardRow[]> {
  const steps = iterateInSteps<StandingRow>((last, limit) =>
    selectAfter(database, { ...list, ...(last ? keyOf(last) : lowestKey) }, limit),
  )
  let rank = 0
  for await (const rows of steps) {
    const groups = await getGroups(
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
