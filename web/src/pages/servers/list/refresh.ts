import { overlayLingerMs, refreshCooldownMs } from '@clutch/contract/limits.ts'

/** D8: the refresh button. `since` is when the load ended, ms. */
export type Refresh = { phase: 'ready' } | { phase: 'loading' } | { phase: 'cooling'; since: number }

export const ready: Refresh = { phase: 'ready' }

/** A press counts only when the button is ready. */
export function pressed(state: Refresh): Refresh {
  return state.phase === 'ready' ? { phase: 'loading' } : state
}

/** The load ended, well or badly: the cooldown begins. */
export function loaded(state: Refresh, now: number): Refresh {
  return state.phase === 'loading' ? { phase: 'cooling', since: now } : state
}

/** Time passed: a cooldown that is over makes the button ready again. */
export function passed(state: Refresh, now: number): Refresh {
  return state.phase === 'cooling' && now - state.since >= refreshCooldownMs ? ready : state
}

/** Whole seconds left of the cooldown, for the button's title; 0 when there is none. */
export function secondsLeft(state: Refresh, now: number): number {
  if (state.phase !== 'cooling') return 0
  const left = Math.min(refreshCooldownMs, state.since + refreshCooldownMs - now)
  return Math.max(0, Math.ceil(left / 1000))
}

/** The spinner over the blurred list: while loading, and a moment longer so that it never flashes. */
export function overlayShown(state: Refresh, now: number): boolean {
  return state.phase === 'loading' || (state.phase === 'cooling' && now - state.since < overlayLingerMs)
}
