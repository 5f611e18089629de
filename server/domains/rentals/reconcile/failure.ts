import { NodeSilent } from '../drivers/driver.ts'
import type { Fleet } from '../fleet.ts'
import { failedAgain } from './backoff.ts'
import type { Write } from './deed.ts'
import { type Step, unreachedNow } from './facts.ts'
import { noteLine } from './lines-store.ts'
import { updateInstance, updateLease } from './write-store.ts'

/** What is written of a step that failed, or of which nobody knows whether it happened: that it is tried again, and when. */
export function failureOf({ random, context }: Fleet, step: Step, error: unknown): Write {
  const problem = wordsOf(error)
  return async (tx, { lease, instances, now }) => {
    const leaseId = lease.id
    const generation = 'generation' in step ? step.generation : null
    const instance = instances.find((one) => one.generation === generation)
    context.log.warn(
      { err: error, lease: lease.number, step: step.kind, generation },
      'a step of a lease failed',
    )
    await updateLease(tx, leaseId, { problem })
    await noteLine(tx, {
      leaseId,
      at: now,
      generation,
      what: 'trouble',
      detail: { step: step.kind, problem },
    })
    if (!instance || step.kind === 'drop') {
      await updateLease(tx, leaseId, failedAgain(lease, now, random()))
      return
    }
    const unreached = error instanceof NodeSilent ? unreachedNow(instance, now) : {}
    const again = { ...failedAgain(instance, now, random()), tried: step.kind, ...unreached }
    await updateInstance(tx, { leaseId, generation: instance.generation }, again)
  }
}

/** The first line of what went wrong, short enough to be shown. */
function wordsOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message || error.name : String(error)).split('\n')
  return line.slice(0, 200)
}
