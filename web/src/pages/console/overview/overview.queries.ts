import {
  operatorGetHealth,
  operatorGetOverview,
  type OverviewRange,
} from '@clutch/contract/api/console/console.ts'
import { operatorSearch } from '@clutch/contract/api/console/search.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'

const pollMs = 15_000

/** What the community does and brings; another period keeps the last one until it is there. */
export const overviewQuery = (range: OverviewRange) =>
  queryOptions({
    queryKey: ['console', 'overview', range],
    queryFn: ({ signal }) => call(operatorGetOverview, { query: { range }, signal }),
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  })

/** How everything is that the portal depends on, and what waits for an operator. */
export const healthQuery = queryOptions({
  queryKey: ['console', 'health'],
  queryFn: ({ signal }) => call(operatorGetHealth, { signal }),
  refetchInterval: pollMs,
})

export type SearchResult = Reply<typeof operatorSearch>

/** What a text leads to; while another one is looked for the last stays. */
export const searchQuery = (find: string) =>
  queryOptions({
    queryKey: ['console', 'search', find],
    queryFn: ({ signal }) => call(operatorSearch, { query: { find }, signal }),
    enabled: find !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
