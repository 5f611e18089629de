import type { Command } from './commands.ts'
import { showTime } from './times.ts'

/** Columns of moments. */
const times = new Set(['at', 'created', 'ends', 'expires', 'last', 'since', 'starts'])

/** A portal's answer for a person: a table for a list, indented JSON for anything else. */
export function showAnswer({ columns, shows }: Command, answer: unknown): string {
  if (answer === null) return 'done'
  if (Array.isArray(answer) && columns) return table(columns, answer)
  const part = shows === undefined ? answer : (answer as Record<string, unknown>)[shows]
  return typeof part === 'string' ? part : JSON.stringify(part, null, 2)
}

function table(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  if (rows.length === 0) return 'none'
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(column, row[column])))]
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)))
  return cells
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(column: string, value: unknown): string {
  if (value === null) return '-'
  if (times.has(column) && typeof value === 'number') return showTime(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
