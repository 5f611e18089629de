import { getPortal, type Portal } from '@clutch/contract/api/content/portal.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'

/** How often an open page looks whether the community works on its servers, ms. */
const maintenancePollMs = 60_000

/** The text of the banner at the top of every page, null for none; looked for again and again, since pages stay open. */
export const maintenanceQuery = (atStart: Portal['maintenance']) =>
  queryOptions({
    queryKey: ['maintenance'],
    queryFn: async ({ signal }) => (await call(getPortal, { signal })).maintenance,
    initialData: atStart,
    staleTime: maintenancePollMs,
    refetchInterval: maintenancePollMs,
    retry: false,
  })
