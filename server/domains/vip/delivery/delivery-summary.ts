import type { Queries } from '../../../platform/database/index.ts'
import { selectFailingDeliveries } from './delivery-summary.store.ts'

/** Selects the game servers whose last delivery failed, and why. */
export function listFailingDeliveries(
  queries: Queries,
): Promise<{ id: string; name: string; problem: string }[]> {
  return selectFailingDeliveries(queries)
}
