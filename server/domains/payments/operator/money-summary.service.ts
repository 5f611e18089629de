import { type OrderState, orderStates } from '@clutch/contract/rules/payments/order-states.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type WaitingRow, selectOrdersByNumber, selectWaitingMoney } from './money-summary.store.ts'

export type { WaitingRow } from './money-summary.store.ts'

/** What about money waits for an operator, by kind. */
export function summarizeWaitingMoney(queries: Queries): Promise<WaitingRow[]> {
  return selectWaitingMoney(queries)
}

/** A few orders by a part of their number or the beginning of their buyer's SteamID64, newest first. */
export async function searchOrders(
  queries: Queries,
  find: string,
  limit: number,
): Promise<{ id: string; number: string; state: OrderState; steamId: string }[]> {
  const rows = await selectOrdersByNumber(queries, find, limit)
  return rows.flatMap(({ id, number, state, buyer: steamId }) => {
    const known = orderStates.find((one) => one === state)
    return known ? [{ id, number, state: known, steamId }] : []
  })
}
