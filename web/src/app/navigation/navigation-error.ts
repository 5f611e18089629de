import {
  apiErrors,
  type NavigationError,
  ownErrors,
  type OwnError,
  signInErrors,
} from './navigation-errors.ts'
import type { HistoryState } from '../router/page-history.ts'

export type { NavigationError }

/** Returns the error in a location's state; ignores all other values in the browser's history. */
export function readNavigationError(state: HistoryState): NavigationError | null {
  return [...ownErrors, ...signInErrors, ...apiErrors].find((error) => error === state.error) ?? null
}

export function isOwnError(error: NavigationError): error is OwnError {
  return ownErrors.some((own) => own === error)
}

/** A2: the state of a redirect: its own error, else the one that led here, so that a chain keeps the first. */
export function withNavigationError(state: HistoryState, own?: NavigationError): HistoryState {
  const error = readNavigationError(state) ?? own
  return error === undefined ? {} : { error }
}
