import { countedMax, listPageSize } from '@clutch/contract/api/shared/list-query.ts'
import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ListView, type ListAppearance } from './list-view.tsx'
import type { ExportQuery } from './rows.queries.ts'
import { useExport } from './use-export.ts'
import { useListState } from './use-list-state.ts'

/** What a long list is asked for. */
export interface ListQuery<Sort extends string> extends ExportQuery {
  sort: Sort
  direction: 'asc' | 'desc'
  page: number
  size: number
}

interface ListPage<Row> {
  rows: Row[]
  total: number
}

interface RemoteListProps<Row, Sort extends string> extends ListAppearance<Row> {
  queryKey: QueryKey
  load: (ask: ListQuery<Sort>, signal?: AbortSignal) => Promise<ListPage<Row>>
  /** All of it, some rows at a time, for the export: as it is searched and filtered, in an order of its own. */
  loadAll: (ask: ExportQuery, signal: AbortSignal) => AsyncIterable<readonly Row[]>
  /** The columns it can be sorted by; the first is the one it is sorted by at first. */
  sorts: readonly [Sort, ...Sort[]]
  direction?: 'asc' | 'desc'
  /** How often it is asked for again, ms. */
  everyMs?: number
}

/** A list that the portal searches, filters, sorts and pages; the export has all of it, however long. */
export function RemoteList<Row, Sort extends string>(props: RemoteListProps<Row, Sort>) {
  const { queryKey, load, loadAll, sorts, direction = 'desc', filters = [], columns, label, everyMs } = props
  const state = useListState({ filters: filters.map(({ id }) => id), sort: sorts[0], direction })
  const ask: ListQuery<Sort> = {
    ...(state.find !== '' && { find: state.find }),
    sort: sorts.find((sort) => sort === state.sort) ?? sorts[0],
    direction: state.direction,
    page: state.page,
    size: listPageSize,
    filters: Object.fromEntries(Object.entries(state.filters).filter(([, value]) => value !== '')),
  }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...queryKey, ask],
    queryFn: ({ signal }) => load(ask, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
  })
  const total = Math.min(data?.total ?? 0, countedMax)
  const isUncounted = data !== undefined && data.total > countedMax
  const pages = Math.max(
    1,
    Math.ceil(total / listPageSize),
    isUncounted ? findLastPage(data.rows, state.page) : 0,
  )
  // A stale link, or a list that became shorter: its last page takes the place of this one.
  const isBeyond = data?.rows.length === 0 && !isPlaceholderData && state.page > pages
  const turnBack = useEffectEvent(() => state.turnTo(pages, false))
  useEffect(() => {
    if (isBeyond) turnBack()
  }, [isBeyond])
  const { exporting, exportAll } = useExport({
    name: label,
    columns,
    open: (signal) => loadAll(ask, signal),
    total,
    isUncounted,
  })
  return (
    <ListView
      {...props}
      state={{ ...state, sort: ask.sort, pending: isPlaceholderData }}
      rows={isBeyond ? undefined : data?.rows}
      total={total}
      isUncounted={isUncounted}
      pages={pages}
      sortable={({ id, fixed }) => fixed !== true && sorts.some((sort) => sort === id)}
      busy={isFetching}
      error={error}
      onRetry={() => void refetch()}
      onExport={exportAll}
      exporting={exporting}
    />
  )
}

/** The last page that is known of a list that is too long to be counted: the one after a full page. */
function findLastPage(rows: readonly unknown[], page: number): number {
  return rows.length === listPageSize ? page + 1 : rows.length > 0 ? page : 0
}
