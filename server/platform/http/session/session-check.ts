import type { RateLimiter, SessionUser, SessionCheck } from './session.types.ts'
import type { FastifyRequest } from 'fastify'
import { PortalError } from '@clutch/contract/errors.ts'
import type { App } from '../app.types.ts'

export type {
  SessionMethod,
  SessionUser,
  SessionCheck,
  ActiveApiToken,
  RateLimiter,
  OnOperatorAction,
} from './session.types.ts'

/** Without the accounts domain no session is valid. */
export const rejectAllSessions: SessionCheck = {
  find: () => Promise.resolve(null),
  findPermissions: () => Promise.resolve(null),
  findToken: () => Promise.resolve(null),
}

/** Without the accounts domain nothing counts, so that no call with limits can be served. */
export const noRateLimiter: RateLimiter = {
  consumeOfAddress: (name) => Promise.reject(new Error(`no rate limiter counts ${name}`)),
  consumeOfAccount: (name) => Promise.reject(new Error(`no rate limiter counts ${name}`)),
  consumeOfToken: () => undefined,
}

/** Returns the bearer token of a request, of any kind; null without one. */
export function bearerOf(request: FastifyRequest): string | null {
  const [, token] = /^Bearer ([\w.~+/=-]{1,2000})$/i.exec(request.headers.authorization ?? '') ?? []
  return token ?? null
}

/**
 * Returns the caller if their token is valid and no second factor is due: for answers that show some callers
 * more.
 */
export async function findCaller(app: App, request: FastifyRequest): Promise<SessionUser | null> {
  const token = bearerOf(request)
  const found = token === null ? null : await app.sessionCheck.find(token)
  return found?.secondFactorDue === false ? found : null
}

/** Lets only the bearer of a session pass: else 401 `session.invalid`, or 403 `session.second_factor_due` where it is asked for. */
export async function requireSession(
  app: App,
  request: FastifyRequest,
  who: 'user' | 'signed-in',
): Promise<SessionUser> {
  const token = bearerOf(request)
  const found = token === null ? null : await app.sessionCheck.find(token)
  if (!found) throw new PortalError('session.invalid', 'Unauthorized access')
  if (who === 'user' && found.secondFactorDue)
    throw new PortalError('session.second_factor_due', 'This session has not shown its second factor')
  return found
}
