import { getPortal, type Portal } from '@clutch/contract/api/content/portal.ts'
import { queryOptions } from '@tanstack/react-query'
import { openPagePollMs } from '../portal/announcement.queries.ts'
import { call } from '../api/api-client.ts'

/** The text of the banner at the top of every page, null for none; looked for again and again, since pages stay open. */
export const maintenanceQuery = (atStart: Portal['maintenance']) =>
  queryOptions({
    queryKey: ['maintenance'],
    queryFn: async ({ signal }) => (await call(getPortal, { signal })).maintenance,
    initialData: atStart,
    staleTime: openPagePollMs,
    refetchInterval: openPagePollMs,
    retry: false,
  })
