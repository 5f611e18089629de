import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { allTime } from '@clutch/contract/limits.ts'
import { boardGroups } from '@clutch/contract/rules/accounts/groups.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { getGroups } from '../../accounts/index.ts'
import { iterateInSteps } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { toBoardRow } from '../boards/board-row.ts'
import type { Board } from '../boards/boards.store.ts'
import { parseGroupFilter } from '../boards/group-filters.ts'
import { type BoardRowWithStanding, selectRowsAfter } from '../boards/board-pages.store.ts'
import { type StandingList, lowestStandingKey } from '../standings/ranges.ts'
import type { BoardChoice } from '../boards/boards.service.ts'
import { boardCountNames } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { type CsvCell, toCsvHeader, toCsvRows } from '@clutch/contract/rules/shared/csv.ts'

const csvColumns: (keyof BoardRow)[] = ['rank', 'steamid', 'nickname', 'usergroup', ...boardCountNames]

/** The first line. */
const boardCsvHeader = toCsvHeader(csvColumns)

/** The lines of some players. */
export function toBoardCsvRows(rows: readonly BoardRow[]): string {
  return toCsvRows(rows.map((row) => csvColumns.map((column) => toCsvCell(row[column]))))
}

function toCsvCell(value: BoardRow[keyof BoardRow]): CsvCell {
  return Array.isArray(value) ? value.join(' ') : value
}

type Dependencies = Pick<AppContext, 'database' | 'clock'>
type ExportFormat = keyof typeof exportMediaTypes

/** An exported board contains no picture URLs. */
const noAvatars: ReadonlyMap<string, string> = new Map()

/** The media type of each format. */
export const exportMediaTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const

/** What to export. */
export type BoardExportOptions = BoardChoice & { mode: BoardMode; format: ExportFormat }

/**
 * Yields the text of a file of the whole board. Each step reads one moment; nothing is locked between steps,
 * so that no writer waits. A player who moves during the export may appear twice or not at all.
 */
export function generateExport(
  context: Dependencies,
  board: Board | undefined,
  choice: BoardExportOptions,
): AsyncGenerator<string> {
  const list = board && { boardId: board.id, filter: parseGroupFilter(choice.usergroup) }
  const rows = list ? iterateRows(context, list) : noRows()
  return choice.format === 'csv' ? toCsvChunks(rows) : toJsonChunks(rows)
}

/** Returns a file name of letters, digits and dashes. Equal names mean equal exports. */
export function exportFileName({ mode, season, usergroup, format }: BoardExportOptions): string {
  const requested = (usergroup ?? '').split(',')
  const groups = boardGroups.filter((group) => requested.includes(group))
  return `${['leaderboard', mode, season ?? allTime, ...groups].join('-')}.${format}`
}

async function* iterateRows(
  { database, clock }: Dependencies,
  list: StandingList,
): AsyncGenerator<BoardRow[]> {
  const steps = iterateInSteps<BoardRowWithStanding>((last, limit) =>
    selectRowsAfter(database, { ...list, ...(last ? toStandingKey(last) : lowestStandingKey) }, limit),
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

/** Returns the place of a row. */
function toStandingKey({ minusKills, standingDeaths: deaths, steam_id: steamId }: BoardRowWithStanding) {
  return { minusKills, deaths, steamId }
}

async function* noRows(): AsyncGenerator<BoardRow[]> {}

async function* toCsvChunks(steps: AsyncIterable<BoardRow[]>): AsyncGenerator<string> {
  yield boardCsvHeader
  for await (const rows of steps) yield toBoardCsvRows(rows)
}

async function* toJsonChunks(steps: AsyncIterable<BoardRow[]>): AsyncGenerator<string> {
  let before = '['
  for await (const rows of steps) {
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield before === '[' ? '[]' : ']'
}
