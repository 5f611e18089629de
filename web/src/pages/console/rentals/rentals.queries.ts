import type { Body, Reply } from '@clutch/contract/api/call.ts'
import { operatorExportRentals } from '@clutch/contract/api/console/list-exports.ts'
import { operatorListHosts } from '@clutch/contract/api/rentals/operator-hosts.ts'
import {
  operatorAddRegion,
  operatorChangeRegion,
  operatorEndRegionMaintenance,
  operatorListRegions,
  operatorStartRegionMaintenance,
  operatorRemoveRegion,
  type OperatorRegion,
} from '@clutch/contract/api/rentals/operator-regions.ts'
import {
  operatorEndRental,
  operatorEndRentalMaintenance,
  operatorExtendRental,
  operatorGetRental,
  operatorListRentals,
  operatorStartRentalMaintenance,
  operatorMoveRental,
  operatorRestartRental,
  type OperatorRental,
} from '@clutch/contract/api/rentals/operator-rentals.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../../app/api/api-client.ts'
import type { ListQuery } from '../kit/list/remote-list.tsx'
import { createExport } from '../kit/list/rows.queries.ts'

/** Servers come, move and end by themselves: their list is asked for so often, and one that is looked at more often. */
export const rentalsPollMs = 5_000
const rentalPollMs = 2_000

const root = ['console', 'rentals'] as const
export const rentalsKey = [...root, 'rentals'] as const

export type RentalFile = Reply<typeof operatorGetRental>
export type HostView = Reply<typeof operatorListHosts>[number]
export type RentalSort = 'created' | 'expires'

interface BilingualText {
  zh: string
  en: string
}

type RentalFilters = Pick<
  z.input<typeof operatorListRentals.query>,
  'status' | 'region' | 'kind' | 'hostName' | 'trouble'
>

/** Loads one page of the rentals. The portal refuses unknown values in the address. */
export function loadRentals(
  { filters, ...asked }: ListQuery<RentalSort>,
  signal?: AbortSignal,
): Promise<{ rows: OperatorRental[]; total: number }> {
  return call(operatorListRentals, { query: { ...asked, ...(filters as RentalFilters) }, signal })
}

export const loadAllRentals = createExport(operatorExportRentals)

/** Everything about one rental; asked for again and again, so that its history grows while one looks. */
export const rentalQuery = (number: string) =>
  queryOptions({
    queryKey: [...root, 'rental', number] as const,
    queryFn: ({ signal }) => call(operatorGetRental, { params: { number }, signal }),
    refetchInterval: rentalPollMs,
  })

export const regionsQuery = queryOptions({
  queryKey: [...root, 'regions'] as const,
  queryFn: ({ signal }) => call(operatorListRegions, { signal }),
  refetchInterval: rentalsPollMs,
})

export const hostsQuery = queryOptions({
  queryKey: [...root, 'hosts'] as const,
  queryFn: ({ signal }) => call(operatorListHosts, { signal }),
  refetchInterval: rentalsPollMs,
})

/** After anything was changed, whatever is shown is asked for again. */
export async function refetchRentals(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: root })
}

/** Answers when the rental ends now, ms since 1970. */
export async function extendRental(
  client: QueryClient,
  number: string,
  body: Body<typeof operatorExtendRental>,
): Promise<number> {
  const { expires } = await call(operatorExtendRental, { params: { number }, body })
  await refetchRentals(client)
  return expires
}

export async function restartRental(client: QueryClient, number: string): Promise<void> {
  await call(operatorRestartRental, { params: { number }, body: undefined })
  await refetchRentals(client)
}

export async function moveRental(
  client: QueryClient,
  number: string,
  region: Body<typeof operatorMoveRental>['region'],
): Promise<void> {
  await call(operatorMoveRental, { params: { number }, body: { region } })
  await refetchRentals(client)
}

export async function endRental(client: QueryClient, number: string): Promise<void> {
  await call(operatorEndRental, { params: { number }, body: undefined })
  await refetchRentals(client)
}

/** G20: Starts the maintenance of one rental, or changes its text. */
export async function startRentalMaintenance(
  client: QueryClient,
  number: string,
  text: BilingualText,
): Promise<void> {
  await call(operatorStartRentalMaintenance, { params: { number }, body: { text } })
  await refetchRentals(client)
}

export async function endRentalMaintenance(client: QueryClient, number: string): Promise<void> {
  await call(operatorEndRentalMaintenance, { params: { number }, body: undefined })
  await refetchRentals(client)
}

export async function addRegion(client: QueryClient, body: Body<typeof operatorAddRegion>): Promise<void> {
  await call(operatorAddRegion, { body })
  await refetchRentals(client)
}

/** Deletes a region that was never used, as the operator saw it. */
export async function removeRegion(client: QueryClient, { code, revision }: OperatorRegion): Promise<void> {
  await call(operatorRemoveRegion, { params: { code }, query: { revision } })
  await refetchRentals(client)
}

export async function changeRegion(
  client: QueryClient,
  code: OperatorRegion['code'],
  body: Body<typeof operatorChangeRegion>,
): Promise<void> {
  await call(operatorChangeRegion, { params: { code }, body })
  await refetchRentals(client)
}

/** G20: the same of a region, as the operator saw it. */
export async function startRegionMaintenance(
  client: QueryClient,
  { code, revision }: Pick<OperatorRegion, 'code'> & { revision: number | undefined },
  text: BilingualText,
): Promise<void> {
  await call(operatorStartRegionMaintenance, { params: { code }, body: { text, revision } })
  await refetchRentals(client)
}

export async function endRegionMaintenance(
  client: QueryClient,
  { code, revision }: OperatorRegion,
): Promise<void> {
  await call(operatorEndRegionMaintenance, { params: { code }, query: { revision } })
  await refetchRentals(client)
}

/** Every region as it is stored now. */
export function fetchRegions(client: QueryClient): Promise<OperatorRegion[]> {
  return client.fetchQuery({ ...regionsQuery, staleTime: 0 })
}
