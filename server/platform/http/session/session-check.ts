import type { CallName } from '@clutch/contract/api/call.ts'
import type { FastifyRequest } from 'fastify'
import type { Session } from '@clutch/contract/api/accounts/account.ts'
import { type ErrorCode, PortalError } from '@clutch/contract/errors.ts'
import type { App } from '../app.ts'

/** How a session was begun. */
export type SessionMethod = Session['method']

/** The user and session of a session token. */
export interface SessionUser {
  sessionId: string
  userId: string
  /** SteamID64. */
  steamId: string
  method: SessionMethod
  began: Date
  /** Whether the second factor is on and this session has not shown it: good for nothing but showing it, and leaving. */
  secondFactorDue: boolean
  /** Whether this session has shown a second factor. */
  secondFactorShown: boolean
}

/**
 * What the accounts domain provides to the HTTP layer: who the bearer of a token is, and whether they are
 * currently an operator.
 */
export interface SessionCheck {
  /** Null for an invalid token or an ended session. */
  find: (token: string) => Promise<SessionUser | null>
  isOp: (steamId: string) => Promise<boolean>
}

/** An operator's call that changed something: who (null: the operator's token), which call, with which path values and fields. */
export type OnOperatorAction = (act: {
  by: SessionUser | null
  call: CallName
  params: Readonly<Record<string, string>>
  /** The names of the body's fields; the values may be secret. */
  fields: readonly string[]
  /** Why it was refused; null if it succeeded. */
  refused: ErrorCode | null
  /** What was changed, where the path does not say it. */
  subject?: string | undefined
  /** How that was before and is after; null where it was not, or is not any more. */
  before?: unknown
  after?: unknown
  request: FastifyRequest
}) => Promise<void>

/** Without the accounts domain no session is valid. */
export const rejectAllSessions: SessionCheck = {
  find: () => Promise.resolve(null),
  isOp: () => Promise.resolve(false),
}

/** The bearer token of a request, of whatever kind; null without one. */
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
