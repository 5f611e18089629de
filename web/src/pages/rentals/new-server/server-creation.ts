import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { creationConfirmationMs } from '@clutch/contract/limits.ts'
import { creationProgress, creationSteps, type StepProgress } from '../card/status/creation-steps.ts'

/**
 * G12: how long the confirmation still rests, ms. Seen late, as after a reload, what went by since the payment counts; else all of
 * it is to come.
 */
export function remainingDelay({ paid }: Pick<OrderView, 'paid'>, late: boolean, now = Date.now()): number {
  const gone = late && paid !== null ? now - paid : 0
  return creationConfirmationMs - Math.min(creationConfirmationMs, Math.max(0, gone))
}

/** The server that came of an order: the newest of one's own that is not older; undefined until it is there. */
export function findCreatedServer(
  { created }: Pick<OrderView, 'created'>,
  servers: readonly RentalView[],
): RentalView | undefined {
  return servers
    .filter((server) => server.isOwner && server.created >= created)
    .toSorted((one, other) => other.created - one.created)[0]
}

const allDone = creationSteps.map((step): StepProgress => ({ step, at: null, state: 'done' }))

/**
 * Returns the creation progress of a server; complete once it runs and no creation is in progress. Null:
 * there is nothing to show.
 */
export function getCreationProgress({ steps, status }: Pick<RentalView, 'steps' | 'status'>) {
  if (steps !== null) return creationProgress(steps)
  return status === 'RUNNING' ? allDone : null
}
