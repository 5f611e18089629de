import type { CsvCell } from '@clutch/contract/rules/shared/csv.ts'
import { compareNames } from '@clutch/contract/rules/shared/names.ts'
import type { Column } from './columns.ts'

interface RowQuery {
  find: string
  sort: string
  direction: 'asc' | 'desc'
}

/** Filters and sorts the rows of a fully loaded list; the sort is stable. */
export function selectRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  wanted: RowQuery,
): Row[] {
  const words = wanted.find
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const found = rows.filter((row) => {
    const text = columns
      .map(({ value }) => String(value(row) ?? ''))
      .join('\n')
      .toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
  const by = columns.find(({ id }) => id === wanted.sort)
  if (!by) return found
  const sign = wanted.direction === 'asc' ? 1 : -1
  return found.toSorted((one, other) => sign * compare(by.value(one), by.value(other)))
}

/** Nothing comes first; numbers by size; text as names are sorted, Chinese by pinyin, digits in it by their value. */
function compare(one: CsvCell, other: CsvCell): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null)
  if (typeof one === 'string' || typeof other === 'string') {
    return compareNames(String(one), String(other))
  }
  return Number(one) - Number(other)
}
