import type { Command } from './commands.ts'

/** A portal's answer for a person: a table for a list, indented JSON for anything else. */
export function showAnswer({ columns, shows }: Command, answer: unknown): string {
  if (answer === null) return 'done'
  if (Array.isArray(answer) && columns) return table(columns, answer)
  const part = shows === undefined ? answer : (answer as Record<string, unknown>)[shows]
  return JSON.stringify(part, null, 2)
}

function table(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  if (rows.length === 0) return 'none'
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
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

function cell(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
