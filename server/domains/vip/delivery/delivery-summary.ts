import type { Queries } from '../../../platform/database/index.ts'
import { selectFailingDeliveries } from './delivery-summary.store.ts'

/** The game servers that could not be told of VIP the last time, and why. */
export function listFailingDeliveries(
  queries: Queries,
): Promise<{ id: string; name: string; problem: string }[]> {
  return selectFailingDeliveries(queries)
}
