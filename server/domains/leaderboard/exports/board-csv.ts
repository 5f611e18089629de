import { boardCountNames } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { type CsvCell, toCsvHeader, toCsvRows } from '@clutch/contract/rules/shared/csv.ts'

const csvColumns: (keyof BoardRow)[] = ['rank', 'steamid', 'nickname', 'usergroup', ...boardCountNames]

/** The first line. */
export const boardCsvHeader = toCsvHeader(csvColumns)

/** The lines of some players. */
export function toBoardCsvRows(rows: readonly BoardRow[]): string {
  return toCsvRows(rows.map((row) => csvColumns.map((column) => toCsvCell(row[column]))))
}

function toCsvCell(value: BoardRow[keyof BoardRow]): CsvCell {
  return Array.isArray(value) ? value.join(' ') : value
}
