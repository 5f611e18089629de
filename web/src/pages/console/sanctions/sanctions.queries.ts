import type { Body, Query, Reply } from '@clutch/contract/api/call.ts'
import { operatorExportSanctions } from '@clutch/contract/api/console/list-exports.ts'
import {
  type Sanction,
  operatorAddSanction,
  operatorChangeSanction,
  operatorCommentSanction,
  operatorGetSanction,
  operatorLiftSanction,
  operatorListSanctions,
} from '@clutch/contract/api/moderation/operator-sanctions.ts'
import {
  type SanctionImport,
  operatorImportSanctions,
} from '@clutch/contract/api/moderation/sanction-imports.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'
import type { ListQuery } from '../kit/list/remote-list.tsx'
import { createExport } from '../kit/list/rows.queries.ts'

export const sanctionsKey = ['admin', 'sanctions'] as const
/** Game servers are brought to a sanction within seconds. */
const detailPollMs = 5_000
const historySize = 50

export function loadSanctions(
  { filters, ...ask }: ListQuery<'created' | 'expires'>,
  signal?: AbortSignal,
): Promise<Reply<typeof operatorListSanctions>> {
  // What the address names and the portal does not know is refused, and said so.
  const query = { ...ask, ...filters } as Query<typeof operatorListSanctions>
  return call(operatorListSanctions, { query, signal })
}

export const loadAllSanctions = createExport(operatorExportSanctions)

export const sanctionQuery = (id: string) =>
  queryOptions({
    queryKey: [...sanctionsKey, 'one', id],
    queryFn: ({ signal }) => call(operatorGetSanction, { params: { id }, signal }),
    refetchInterval: detailPollMs,
    retry: false,
  })

/** The newest of a player. */
export const historyQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...sanctionsKey, 'of', steamId],
    queryFn: ({ signal }) => call(operatorListSanctions, { query: { steamId, size: historySize }, signal }),
  })

const refetch = (client: QueryClient) => client.invalidateQueries({ queryKey: sanctionsKey })

export async function addSanction(
  client: QueryClient,
  body: Body<typeof operatorAddSanction>,
): Promise<Sanction> {
  const added = await call(operatorAddSanction, { body })
  await refetch(client)
  return added
}

export async function changeSanction(
  client: QueryClient,
  id: string,
  body: Body<typeof operatorChangeSanction>,
): Promise<void> {
  await call(operatorChangeSanction, { params: { id }, body })
  await refetch(client)
}

export async function liftSanction(
  client: QueryClient,
  id: string,
  body: Body<typeof operatorLiftSanction>,
): Promise<void> {
  await call(operatorLiftSanction, { params: { id }, body })
  await refetch(client)
}

export async function commentSanction(client: QueryClient, id: string, text: string): Promise<void> {
  await call(operatorCommentSanction, { params: { id }, body: { text } })
  await refetch(client)
}

/** Counts what a file would add, or adds it. */
export async function importSanctions(
  client: QueryClient,
  body: Body<typeof operatorImportSanctions>,
): Promise<SanctionImport> {
  const result = await call(operatorImportSanctions, { body })
  if (!result.dryRun) await refetch(client)
  return result
}
