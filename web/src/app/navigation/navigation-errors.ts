/** A3, A2, C17: the errors a redirect carries to the page where it ends, by their words in `locales/*`, under `shell`. */
export const ownErrors = [
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
export const apiErrors = [
  'bind.invalid_token',
  'bind.user_not_found',
  'bind.already_bound',
  'bind.steam_already_bound',
  'bind.second_factor_on',
  'ticket.invalid',
  'link.not_found',
  'RATE_LIMIT_EXCEEDED',
  'offline',
  'timeout',
  'operator.forbidden',
  'inventory.not_eligible',
] as const

export type OwnError = (typeof ownErrors)[number]
export type NavigationError = OwnError | (typeof apiErrors)[number]
