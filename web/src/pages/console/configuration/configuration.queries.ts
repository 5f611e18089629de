import { operatorGetConfig } from '@clutch/contract/api/console/console.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'

export type ProgramInfo = Reply<typeof operatorGetConfig>

/** What runs, and with which settings. They change with a start only. */
export const programQuery = queryOptions({
  queryKey: ['console', 'settings'],
  queryFn: ({ signal }) => call(operatorGetConfig, { signal }),
})
