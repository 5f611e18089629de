import type { Body, Reply } from '@clutch/contract/api/call.ts'
import { operatorExportCards } from '@clutch/contract/api/console/list-exports.ts'
import {
  operatorListCardBatches,
  operatorListCards,
  operatorCreateCards,
  operatorVoidCard,
  type OperatorCard,
} from '@clutch/contract/api/vip/operator-vip.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../../app/api/api-client.ts'
import type { ListQuery } from '../kit/list/remote-list.tsx'
import { createExport } from '../kit/list/rows.queries.ts'

const root = ['console', 'cards'] as const
export const cardsKey = [...root, 'list'] as const

export const cardSorts = ['created', 'expires', 'used'] as const
type CardSort = (typeof cardSorts)[number]
type CardFilters = Pick<z.input<typeof operatorListCards.query>, 'state' | 'duration' | 'batch'>

export type CreatedCards = Reply<typeof operatorCreateCards>
export type CardBatchRequest = Body<typeof operatorCreateCards>

/** Loads one page of the cards. The portal refuses unknown values in the address. */
export function loadCards(
  { filters, ...asked }: ListQuery<CardSort>,
  signal?: AbortSignal,
): Promise<{ rows: OperatorCard[]; total: number }> {
  return call(operatorListCards, { query: { ...asked, ...(filters as CardFilters) }, signal })
}

export const loadAllCards = createExport(operatorExportCards)

export const batchesQuery = queryOptions({
  queryKey: [...root, 'batches'],
  queryFn: ({ signal }) => call(operatorListCardBatches, { signal }),
})

/** Creates cards; their codes are returned only now. */
export function createCards(body: CardBatchRequest): Promise<CreatedCards> {
  return call(operatorCreateCards, { body })
}

export async function voidCard({ id }: OperatorCard): Promise<void> {
  await call(operatorVoidCard, { params: { id } })
}

export function refetchCards(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: root })
}
