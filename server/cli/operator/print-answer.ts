import { countedMax } from '@clutch/contract/api/shared/list-query.ts'
import { toMajorUnits } from '@clutch/contract/rules/payments/money.ts'
import type { Command } from './commands/command.ts'
import { showTime } from './input/times.ts'

/** What is a moment, and what is money, by its name; `paid` is either. */
const times = new Set([
  'added',
  'answered',
  'asked',
  'at',
  'cancelled',
  'checked',
  'cordoned',
  'created',
  'deadline',
  'done',
  'ended',
  'ends',
  'expires',
  'first',
  'heard',
  'granted',
  'last',
  'lastFailure',
  'lastNotify',
  'lastPaid',
  'listed',
  'made',
  'next',
  'paid',
  'placed',
  'queued',
  'ready',
  'removed',
  'requested',
  'seen',
  'since',
  'started',
  'starting',
  'starts',
  'tried',
])
const money = new Set(['amount', 'left', 'listAmount', 'ours', 'paid', 'refunded', 'theirs'])
/** In 1973. No portal was there before, and no sum of a day is as much. */
const earliestTime = 1e11

/** A portal's answer for a person: a table for a list, a line each for texts, indented JSON for anything else. */
export function printAnswer({ columns, shows }: Command, answer: unknown): string {
  if (answer === null) return 'done'
  if (columns && Array.isArray(answer)) return table(columns, answer)
  if (columns && isPage(answer)) return page(columns, answer)
  const part = shows === undefined ? answer : (answer as Record<string, unknown>)[shows]
  if (Array.isArray(part) && part.every((text) => typeof text === 'string')) return part.join('\n')
  return typeof part === 'string' ? part : JSON.stringify(part, readable, 2)
}

interface Page {
  rows: readonly Record<string, unknown>[]
  total: number
}

function isPage(answer: unknown): answer is Page {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'rows' in answer &&
    Array.isArray(answer.rows) &&
    'total' in answer
  )
}

/** One page of a long list, and how much of it that is where it is not all. */
function page(columns: readonly string[], { rows, total }: Page): string {
  const shown = table(columns, rows)
  const all = total > countedMax ? `more than ${countedMax}` : total
  return rows.length === total ? shown : `${shown}\n${rows.length} of ${all}`
}

/** A moment or an amount as people read them; anything else as it is. */
function readable(name: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  if (times.has(name) && value > earliestTime) return showTime(value)
  return money.has(name) ? toMajorUnits(value) : value
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
  const shown = readable(column, value)
  return typeof shown === 'string' ? shown.replace(/\s+/g, ' ') : JSON.stringify(shown, readable)
}
