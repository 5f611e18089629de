import type { HistoryState } from '@tanstack/history'

/** A3, A2, C17: the errors a redirect carries to the page where it ends, by their words in `locales/*`, under `shell`. */
const ownErrors = [
  'pageNotFound',
  'featureOff',
  'tokenNotFound',
  'steamApiError',
  'loginFailed',
  'loginError',
  'playerNotFound',
  'serverRequestFailed',
  'missingParameters',
  'invalidAuthentication',
  'bindingFailed',
  'unauthorized',
] as const

/** C11, document 1 §8: those that have the words of a call's own errors. */
const apiErrors = [
  'bind.invalid_token',
  'bind.user_not_found',
  'bind.already_bound',
  'bind.steam_already_bound',
  'bind.second_factor_on',
  'ticket.invalid',
  'RATE_LIMIT_EXCEEDED',
  'offline',
  'timeout',
  'operator.forbidden',
  'inventory.not_eligible',
] as const

type OwnError = (typeof ownErrors)[number]
export type NavigationError = OwnError | (typeof apiErrors)[number]

declare module '@tanstack/history' {
  interface HistoryState {
    error?: NavigationError | undefined
    /** The sidebar of a phone is open over the page. */
    menu?: boolean | undefined
  }
}

/** Returns the error in a location's state; ignores all other values in the browser's history. */
export function readNavigationError(state: HistoryState): NavigationError | null {
  return [...ownErrors, ...apiErrors].find((error) => error === state.error) ?? null
}

export function isOwnError(error: NavigationError): error is OwnError {
  return ownErrors.some((own) => own === error)
}

/** A2: the state of a redirect: its own error, else the one that led here, so that a chain keeps the first. */
export function withNavigationError(state: HistoryState, own?: NavigationError): HistoryState {
  const error = readNavigationError(state) ?? own
  return error === undefined ? {} : { error }
}
