import { listBans } from '@clutch/contract/api/moderation/bans.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api/api-client.ts'

/** A page of the bans; the last one stays until the next is there. */
export const bansQuery = (find: string, page: number) =>
  queryOptions({
    queryKey: ['bans', find, page],
    queryFn: ({ signal }) => call(listBans, { query: { ...(find !== '' && { find }), page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
