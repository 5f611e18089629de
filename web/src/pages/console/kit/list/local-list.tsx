import { listPageSize } from '@clutch/contract/api/shared/list-query.ts'
import { ListView, type ListAppearance } from './list-view.tsx'
import { selectRows } from './local-rows.ts'
import { saveCsv } from './save-csv.ts'
import { useListState } from './use-list-state.ts'

export interface LocalListProps<Row> extends ListAppearance<Row> {
  /** Everything; undefined while it has not come. */
  rows: readonly Row[] | undefined
  busy: boolean
  error: unknown
  onRetry: () => void
  /** Whether a row passes a filter whose value is not empty. */
  passes?: (row: Row, filter: string, value: string) => boolean
  /** The column it is sorted by at first, from the smallest up; without it the order is the answer's own. */
  sortedBy?: string
  direction?: 'asc' | 'desc'
}

/** A list that comes as a whole: searched, filtered, sorted, paged and exported here. */
export function LocalList<Row>(props: LocalListProps<Row>) {
  const { rows, columns, filters = [], passes, sortedBy = '', direction = 'asc', label } = props
  const state = useListState({ filters: filters.map(({ id }) => id), sort: sortedBy, direction })
  const passing = rows?.filter((row) =>
    Object.entries(state.filters).every(([id, value]) => value === '' || (passes?.(row, id, value) ?? true)),
  )
  const found = passing && selectRows(passing, columns, { ...state, find: state.typed })
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / listPageSize))
  const from = (Math.min(state.page, pages) - 1) * listPageSize
  return (
    <ListView
      {...props}
      state={{ ...state, narrowed: state.narrowed || state.typed !== '', pending: false }}
      rows={found?.slice(from, from + listPageSize)}
      total={found?.length ?? 0}
      isUncounted={false}
      pages={pages}
      sortable={({ fixed }) => fixed !== true}
      onExport={() => saveCsv(label, columns, found ?? [])}
      exporting={null}
    />
  )
}
