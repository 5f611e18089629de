import type { BoardRow } from '@clutch/contract/api/leaderboard.ts'
import { type CsvCell, csvHead, csvLines } from '@clutch/contract/rules/csv.ts'

const columns = [
  'rank',
  'steamid',
  'nickname',
  'usergroup',
  'kills',
  'deaths',
  'headshots',
  'playtime',
  'rifle_kills',
  'awp_kills',
  'pistol_kills',
  'clutches',
  'clutchwins',
  'wins',
  'loses',
] as const satisfies readonly (keyof BoardRow)[]

/** The first line. */
export const boardCsvHead = csvHead(columns)

/** The lines of some players. */
export function boardCsvLines(rows: readonly BoardRow[]): string {
  return csvLines(rows.map((row) => columns.map((column) => cellOf(row[column]))))
}

function cellOf(value: BoardRow[keyof BoardRow]): CsvCell {
  return Array.isArray(value) ? value.join(' ') : value
}
