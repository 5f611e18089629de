import { toCsvHeader, toCsvRows, toCsv } from '@clutch/contract/rules/shared/csv.ts'
import { formatIsoDay } from '../../../../app/time/community-clock.ts'
import type { Column } from './columns.ts'
import { saveFile } from '../../../../app/files/save-file.ts'

/** Saves a list as a file that a spreadsheet opens, named after it and the day. */
export function saveCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  downloadFile(name, [toCsv(columnTitles(columns), rowCells(columns, rows))])
}

/**
 * The same for a list that arrives in steps; saves once it is complete and holds no row longer than its step.
 */
export async function saveCsvInSteps<Row>(
  name: string,
  columns: readonly Column<Row>[],
  steps: AsyncIterable<readonly Row[]>,
  signal: AbortSignal,
): Promise<void> {
  // A browser keeps blobs outside of the page's memory.
  const parts = [new Blob([toCsvHeader(columnTitles(columns))])]
  for await (const rows of steps) parts.push(new Blob([toCsvRows(rowCells(columns, rows))]))
  // Cancelled after its last row had arrived.
  signal.throwIfAborted()
  downloadFile(name, parts)
}

function columnTitles<Row>(columns: readonly Column<Row>[]) {
  return columns.map(({ title }) => title)
}

function rowCells<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  return rows.map((row) => columns.map(({ value }) => value(row)))
}

function downloadFile(name: string, parts: BlobPart[]): void {
  saveFile(`${name} ${formatIsoDay(Date.now())}.csv`, parts, 'text/csv;charset=utf-8')
}
