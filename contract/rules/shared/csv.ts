/** A cell of a table that a spreadsheet reads. */
export type CsvCell = string | number | boolean | null

/**
 * A spreadsheet executes a cell that begins like this; an apostrophe makes it text. Numbers stay numbers, and
 * so does the dash for an empty value.
 */
const formula = /^(?!-$)[\s\p{Cf}]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u
const quoted = /[",\r\n]/

/** A table as RFC 4180 has it, with the mark that makes Excel read UTF-8. Text that would be a formula is not one. */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return toCsvHeader(head) + toCsvRows(rows)
}

/** Its first line, after the mark. */
export function toCsvHeader(head: readonly string[]): string {
  return `\uFEFF${toCsvRows([head])}`
}

/** Some of its rows. */
export function toCsvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(toCsvCell).join(',')}\r\n`).join('')
}

function toCsvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
