import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'

/** The steps of the making of a server, in their order. */
export const creationSteps = ['queued', 'placed', 'starting', 'ready'] as const
export type CreationStep = (typeof creationSteps)[number]

/** A step and when it was reached, ms since 1970; null if it is still to come. */
export interface StepProgress {
  step: CreationStep
  at: number | null
  state: 'done' | 'now' | 'next'
}

/**
 * Returns the progress of a server's creation: the last reached step is in progress until the next one;
 * `ready` ends it.
 */
export function creationProgress(steps: NonNullable<RentalView['steps']>): StepProgress[] {
  const last = creationSteps.findLastIndex((step) => steps[step] !== null)
  const isReady = steps.ready !== null
  return creationSteps.map((step, place) => ({
    step,
    at: steps[step],
    state: isReady || place < last ? 'done' : place === last ? 'now' : 'next',
  }))
}

/** How much of the way is done, 0 to 1; the step under way counts half. */
export function completedShare(reached: readonly StepProgress[]): number {
  const points = reached.reduce(
    (sum, { state }) => sum + (state === 'done' ? 1 : state === 'now' ? 0.5 : 0),
    0,
  )
  return reached.length === 0 ? 0 : points / reached.length
}

/** `01:12`, also past an hour (`75:03`). */
export function formatMinutes(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
