import type { Body, Query, Reply } from '@clutch/contract/api/call.ts'
import {
  type Case,
  type CaseDetail,
  operatorAnswerAppeal,
  operatorCloseCase,
  operatorCommentCase,
  operatorGetCase,
  operatorListCases,
  operatorReleaseCase,
  operatorReopenCase,
  operatorSanctionCase,
  operatorTakeCase,
} from '@clutch/contract/api/moderation/operator-cases.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'
import type { ListQuery } from '../kit/list/remote-list.tsx'
import type { ExportQuery } from '../kit/list/rows.queries.ts'

export const casesKey = ['admin', 'cases'] as const
/** Other operators take and close cases. */
const detailPollMs = 10_000
const exportPageSize = 200

export function loadCases(
  { filters, ...ask }: ListQuery<'updated' | 'opened' | 'weight'>,
  signal?: AbortSignal,
): Promise<Reply<typeof operatorListCases>> {
  // What the address names and the portal does not know is refused, and said so.
  const query = { ...ask, ...filters } as Query<typeof operatorListCases>
  return call(operatorListCases, { query, signal })
}

/** Every case that matches, a page at a time. */
export async function* loadAllCases(ask: ExportQuery, signal: AbortSignal): AsyncIterable<Case[]> {
  for (let page = 1; ; page += 1) {
    const { rows } = await loadCases(
      { ...ask, sort: 'opened', direction: 'desc', page, size: exportPageSize },
      signal,
    )
    yield rows
    if (rows.length < exportPageSize) return
  }
}

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: [...casesKey, 'one', id],
    queryFn: ({ signal }) => call(operatorGetCase, { params: { id }, signal }),
    refetchInterval: detailPollMs,
    retry: false,
  })

/** What a change made of a case is shown at once; lists that hold it are asked for again. */
async function cacheCase(client: QueryClient, detail: CaseDetail): Promise<void> {
  client.setQueryData(caseQuery(detail.id).queryKey, detail)
  await client.invalidateQueries({ queryKey: casesKey, predicate: ({ queryKey }) => queryKey[2] !== 'one' })
}

type Change<C extends { body: unknown }> = (
  client: QueryClient,
  id: string,
  body: C extends { body: infer B } ? B : never,
) => Promise<void>

export const takeCase: Change<{ body: Body<typeof operatorTakeCase> }> = async (client, id, body) =>
  cacheCase(client, await call(operatorTakeCase, { params: { id }, body }))

export const releaseCase: Change<{ body: Body<typeof operatorReleaseCase> }> = async (client, id, body) =>
  cacheCase(client, await call(operatorReleaseCase, { params: { id }, body }))

export const closeCase: Change<{ body: Body<typeof operatorCloseCase> }> = async (client, id, body) =>
  cacheCase(client, await call(operatorCloseCase, { params: { id }, body }))

export const sanctionCase: Change<{ body: Body<typeof operatorSanctionCase> }> = async (client, id, body) =>
  cacheCase(client, await call(operatorSanctionCase, { params: { id }, body }))

export const reopenCase: Change<{ body: Body<typeof operatorReopenCase> }> = async (client, id, body) =>
  cacheCase(client, await call(operatorReopenCase, { params: { id }, body }))

export const commentCase = async (client: QueryClient, id: string, text: string) =>
  cacheCase(client, await call(operatorCommentCase, { params: { id }, body: { text } }))

export const answerAppeal = async (client: QueryClient, id: string, text: string) =>
  cacheCase(client, await call(operatorAnswerAppeal, { params: { id }, body: { text } }))
