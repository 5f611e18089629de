/** A3: the errors of a redirect that are said often, by their words in `locales/*`, under `shell`. */
export const ownErrors = ['pageNotFound', 'featureOff'] as const

/** A2, C17: those of signing in and binding. Their words load later, with those of calls' rarer errors. */
export const signInErrors = [
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
export type SignInError = (typeof signInErrors)[number]
export type NavigationError = OwnError | SignInError | (typeof apiErrors)[number]
