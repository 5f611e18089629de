import type { Body } from '@clutch/contract/api/call.ts'
import {
  operatorCancelJob,
  operatorCordonHost,
  operatorCordonRegion,
  operatorDrainHost,
  operatorListFleetJobs,
  operatorRestartRentals,
  operatorSetJobDeadline,
  operatorUncordonHost,
  operatorUncordonRegion,
} from '@clutch/contract/api/rentals/operator-fleet-jobs.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../../app/api/api-client.ts'
import { refetchRentals, rentalsPollMs } from '../rentals.queries.ts'

export const jobsQuery = queryOptions({
  queryKey: ['console', 'rentals', 'jobs'] as const,
  queryFn: ({ signal }) => call(operatorListFleetJobs, { signal }),
  refetchInterval: rentalsPollMs,
})

export async function cordonHost(client: QueryClient, hostName: string, isCordoned: boolean): Promise<void> {
  await call(isCordoned ? operatorCordonHost : operatorUncordonHost, { params: { hostName } })
  await refetchRentals(client)
}

export async function cordonRegion(client: QueryClient, code: string, isCordoned: boolean): Promise<void> {
  await call(isCordoned ? operatorCordonRegion : operatorUncordonRegion, { params: { code } })
  await refetchRentals(client)
}

export async function drainHost(
  client: QueryClient,
  hostName: string,
  body: Body<typeof operatorDrainHost>,
): Promise<void> {
  await call(operatorDrainHost, { params: { hostName }, body })
  await refetchRentals(client)
}

export async function restartRentals(
  client: QueryClient,
  body: Body<typeof operatorRestartRentals>,
): Promise<void> {
  await call(operatorRestartRentals, { body })
  await refetchRentals(client)
}

export async function setJobDeadline(
  client: QueryClient,
  id: string,
  body: Body<typeof operatorSetJobDeadline>,
): Promise<void> {
  await call(operatorSetJobDeadline, { params: { id }, body })
  await refetchRentals(client)
}

export async function cancelJob(client: QueryClient, id: string): Promise<void> {
  await call(operatorCancelJob, { params: { id }, body: undefined })
  await refetchRentals(client)
}
