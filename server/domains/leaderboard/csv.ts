import { boardCountNames } from '@clutch/contract/rules/statistics.ts'
import type { BoardRow } from '@clutch/contract/api/leaderboard.ts'
import { type CsvCell, csvHead, csvLines } from '@clutch/contract/rules/csv.ts'

const columns: (keyof BoardRow)[] = ['rank', 'steamid', 'nickname', 'usergroup', ...boardCountNames]

/** The first line. */
export const boardCsvHead = csvHead(columns)

/** The lines of some players. */
export function boardCsvLines(rows: readonly BoardRow[]): string {
  return csvLines(rows.map((row) => columns.map((column) => cellOf(row[column]))))
}

function cellOf(value: BoardRow[keyof BoardRow]): CsvCell {
  return Array.isArray(value) ? value.join(' ') : value
}
