import {
  operatorDiscardJob,
  operatorListJobs,
  operatorListQueues,
  operatorRetryJob,
  operatorRetryQueue,
  type OperatorJob,
} from '@clutch/contract/api/console/console.ts'
import { operatorExportJobs } from '@clutch/contract/api/console/list-exports.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../../app/api/api-client.ts'
import type { ListQuery } from '../kit/list/remote-list.tsx'
import { createExport } from '../kit/list/rows.queries.ts'

export const jobsPollMs = 5_000
const root = ['console', 'jobs'] as const
export const jobsKey = [...root, 'list'] as const

export const jobSorts = ['state', 'created', 'queue', 'tries'] as const
type JobSort = (typeof jobSorts)[number]
type JobFilters = Pick<z.input<typeof operatorListJobs.query>, 'state' | 'queue'>

/** Loads one page of the jobs. The portal refuses unknown values in the address. */
export function loadJobs(
  { filters, ...asked }: ListQuery<JobSort>,
  signal?: AbortSignal,
): Promise<{ rows: OperatorJob[]; total: number }> {
  return call(operatorListJobs, { query: { ...asked, ...(filters as JobFilters) }, signal })
}

export const loadAllJobs = createExport(operatorExportJobs)

export const queuesQuery = queryOptions({
  queryKey: [...root, 'queues'],
  queryFn: ({ signal }) => call(operatorListQueues, { signal }),
  refetchInterval: jobsPollMs,
})

export async function retryJob({ id }: OperatorJob): Promise<void> {
  await call(operatorRetryJob, { params: { id } })
}

/** Tries again what failed in a queue; how many those were. */
export async function retryQueue(queue: string): Promise<number> {
  const { retried } = await call(operatorRetryQueue, { params: { queue } })
  return retried
}

export async function discardJob({ id }: OperatorJob): Promise<void> {
  await call(operatorDiscardJob, { params: { id } })
}

/** After something was done about jobs: their list, and what the overview says of them. */
export async function refetchJobs(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: root }),
    client.invalidateQueries({ queryKey: ['console', 'health'] }),
  ])
}
