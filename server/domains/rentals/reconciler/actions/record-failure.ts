import { HostUnreachable } from '../../drivers/driver.ts'
import type { Fleet } from '../../fleet.ts'
import { nextRetry } from './backoff.ts'
import type { WriteResult } from './side-effect.ts'
import { type Action, getUnreachedChange } from '../facts/rental-facts.ts'
import { addHistoryLine } from '../history.store.ts'
import { updateInstance, updateRental } from '../reconciler.store.ts'

/** Returns what is written when an action failed or its outcome is unknown: when it is retried. */
export function recordFailure({ random, context }: Fleet, step: Action, error: unknown): WriteResult {
  const problem = getShortMessage(error)
  return async (tx, { rental, instances, now }) => {
    const rentalId = rental.id
    const generation = 'generation' in step ? step.generation : null
    const instance = instances.find((one) => one.generation === generation)
    context.log.warn(
      { err: error, rental: rental.number, step: step.kind, generation },
      'a step of a rental failed',
    )
    await updateRental(tx, rentalId, { problem })
    await addHistoryLine(tx, {
      rentalId,
      at: now,
      generation,
      what: 'trouble',
      detail: { step: step.kind, problem },
    })
    if (!instance || step.kind === 'drop') {
      await updateRental(tx, rentalId, nextRetry(rental, now, random()))
      return
    }
    const unreached = error instanceof HostUnreachable ? getUnreachedChange(instance, now) : {}
    const again = { ...nextRetry(instance, now, random()), tried: step.kind, ...unreached }
    await updateInstance(tx, { rentalId, generation: instance.generation }, again)
  }
}

/** Returns the first line of an error, short enough to be shown. */
function getShortMessage(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message || error.name : String(error)).split('\n')
  return line.slice(0, 200)
}
