import type { BoardRow } from '@clutch/contract/api/leaderboard.ts'

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

/** The first line, after the mark by which spreadsheets know UTF-8: without it they garble Chinese names. */
export const csvHead = `\uFEFF${columns.join(',')}\r\n`

/** One line of a player (RFC 4180). */
export function csvLine(row: BoardRow): string {
  return `${columns.map((column) => field(row[column])).join(',')}\r\n`
}

function field(value: BoardRow[keyof BoardRow]): string {
  if (typeof value === 'number') return String(value)
  return value === null ? '' : text(typeof value === 'string' ? value : value.join(' '))
}

/** A text that a spreadsheet would compute gets an apostrophe before it: a name is nobody's formula. */
function text(value: string): string {
  const harmless = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|%]|^[\t\r\n]/u.test(value)
    ? `'${value}`
    : value
  return /^[\w .:-]*$/.test(harmless) ? harmless : `"${harmless.replaceAll('"', '""')}"`
}
