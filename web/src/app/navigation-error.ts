import type { HistoryState } from '@tanstack/react-router'

/** A3, A2: the two errors a redirect carries to the page where it ends. */
export type NavigationError = 'pageNotFound' | 'featureOff'

declare module '@tanstack/history' {
  interface HistoryState {
    error?: NavigationError | undefined
  }
}

/** The error a location carries; whatever else stands in the browser's history is nobody's business. */
export function navigationError(state: HistoryState): NavigationError | null {
  return state.error === 'pageNotFound' || state.error === 'featureOff' ? state.error : null
}

/** A2: the state of a redirect: its own error, else the one that led here, so that a chain keeps the first. */
export function carriedError(state: HistoryState, own?: NavigationError): HistoryState {
  const error = navigationError(state) ?? own
  return error === undefined ? {} : { error }
}
