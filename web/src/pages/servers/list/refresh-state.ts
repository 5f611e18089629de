import { overlayLingerMs, refreshCooldownMs } from '@clutch/contract/limits.ts'

/** D8: the refresh button. `since` is when the load ended, ms. */
export type RefreshState = { phase: 'ready' } | { phase: 'loading' } | { phase: 'cooling'; since: number }

export const ready: RefreshState = { phase: 'ready' }

/** A press counts only when the button is ready. */
export function onPressed(state: RefreshState): RefreshState {
  return state.phase === 'ready' ? { phase: 'loading' } : state
}

/** The load ended, well or badly: the cooldown begins. */
export function onLoaded(state: RefreshState, now: number): RefreshState {
  return state.phase === 'loading' ? { phase: 'cooling', since: now } : state
}

/** Time passed: a cooldown that is over makes the button ready again. */
export function onTick(state: RefreshState, now: number): RefreshState {
  return state.phase === 'cooling' && now - state.since >= refreshCooldownMs ? ready : state
}

/** Returns the whole seconds left of the cooldown, for the button's title; 0 if there is none. */
export function secondsLeft(state: RefreshState, now: number): number {
  if (state.phase !== 'cooling') return 0
  const left = Math.min(refreshCooldownMs, state.since + refreshCooldownMs - now)
  return Math.max(0, Math.ceil(left / 1000))
}

/** The spinner over the blurred list: while loading, and a moment longer so that it never flashes. */
export function isOverlayShown(state: RefreshState, now: number): boolean {
  return state.phase === 'loading' || (state.phase === 'cooling' && now - state.since < overlayLingerMs)
}
