import type { CsvCell } from '@clutch/contract/rules/shared/csv.ts'
import type { ReactNode } from 'react'

/** A column of a list of the console. */
export interface Column<Row> {
  id: string
  title: string
  /** Its plain data: searched, sorted, exported, and shown if there is no `cell`. */
  value: (row: Row) => CsvCell
  cell?: (row: Row) => ReactNode
  /** A number. */
  end?: boolean
  /** Takes what room is left. */
  grow?: boolean
  /** Cannot be sorted by. */
  fixed?: boolean
  /** Only in the export, such as an id. */
  exported?: boolean
}

/** A filter of a list: one of a few, the empty value for all. */
export interface Filter {
  /** Its name in the address. */
  id: string
  label: string
  options: readonly { value: string; text: string }[]
  /** What its empty value is called, where that is not "all". */
  otherwise?: string
}
