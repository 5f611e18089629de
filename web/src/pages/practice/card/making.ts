import type { RentalView } from '@clutch/contract/api/rentals.ts'

/** The steps of the making of a server, in their order. */
export const makingSteps = ['queued', 'placed', 'starting', 'ready'] as const
export type MakingStep = (typeof makingSteps)[number]

/** One step and when it was reached, ms since 1970; null for what is still to come. */
export interface Reached {
  step: MakingStep
  at: number | null
  state: 'done' | 'now' | 'next'
}

/** Where the making of a server stands: the last step that was reached is under way until the next one is; `ready` ends it. */
export function makingOf(steps: NonNullable<RentalView['steps']>): Reached[] {
  const last = makingSteps.findLastIndex((step) => steps[step] !== null)
  const isReady = steps.ready !== null
  return makingSteps.map((step, place) => ({
    step,
    at: steps[step],
    state: isReady || place < last ? 'done' : place === last ? 'now' : 'next',
  }))
}

/** How much of the way is done, 0 to 1; the step under way counts half. */
export function shareDone(reached: readonly Reached[]): number {
  const points = reached.reduce(
    (sum, { state }) => sum + (state === 'done' ? 1 : state === 'now' ? 0.5 : 0),
    0,
  )
  return reached.length === 0 ? 0 : points / reached.length
}

/** `01:12`, also past an hour (`75:03`). */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
