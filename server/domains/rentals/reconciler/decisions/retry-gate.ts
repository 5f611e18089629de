import type { RentalFacts, Action } from '../facts/rental-facts.ts'
import { earlier } from '../timing.ts'

/** Returns the first action that may run now; if there is none, the wait until the first of them may. */
export function firstAllowedAction(facts: RentalFacts, steps: readonly Action[]): Action {
  let until: Date | null = null
  for (const step of steps) {
    const open = getRetryTime(facts, step)
    if (step.kind !== 'wait' && open === null) return step
    until = earlier(until, step.kind === 'wait' ? step.until : open)
  }
  return { kind: 'wait', until }
}

/**
 * Until when an action rests after a failure; null if it may run. An instance that was never stopped is
 * stopped at once.
 */
function getRetryTime({ rental, instances, now }: RentalFacts, step: Action): Date | null {
  if (step.kind === 'place' || step.kind === 'clear' || step.kind === 'drop' || step.kind === 'forget')
    return rental.retry_at !== null && rental.retry_at > now ? rental.retry_at : null
  if (!('generation' in step)) return null
  const instance = instances.find(({ generation }) => generation === step.generation)
  if (!instance || instance.tried !== step.kind || instance.retry_at === null) return null
  return instance.retry_at > now ? instance.retry_at : null
}
