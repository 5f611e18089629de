import {
  defaultSort,
  nextSort,
  sortServers,
  type SortColumn,
} from '@clutch/contract/rules/servers/list/server-sort.ts'
import type { Server } from '@clutch/contract/api/servers/servers.ts'
import type { ServerFilter } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { filterRows } from './list-counts.ts'

interface RowsInput {
  servers: readonly Server[]
  filter: ServerFilter
  /** Only these ids, when set. */
  only: ReadonlySet<string> | null
}

/**
 * The rows to show: sorted (D6), then sifted (D10–D12). Filter, sort and list are followed at low priority, so
 * typing stays smooth over thousands of servers; sorting is done again only when list or sort changed.
 */
export function useServerRows(input: RowsInput) {
  const [sort, setSort] = useState(defaultSort)
  const servers = useDeferredValue(input.servers)
  const filter = useDeferredValue(input.filter)
  const only = useDeferredValue(input.only)
  const deferredSort = useDeferredValue(sort)

  const sorted = useMemo(() => sortServers(servers, deferredSort), [servers, deferredSort])
  const { rows, counts } = useMemo(() => {
    const chosen = only === null ? sorted : sorted.filter(({ id }) => only.has(id))
    return filterRows(chosen, filter)
  }, [sorted, filter, only])

  const sortBy = useCallback((column: SortColumn) => setSort((held) => nextSort(held, column)), [])
  return { rows, counts, sort: deferredSort, sortBy }
}
