import type { FastifyRequest } from 'fastify'
import type { Queries } from '../../database/index.ts'
import type { Session } from '@clutch/contract/api/accounts/account.ts'
import type { OperatorPermissions } from '@clutch/contract/rules/accounts/operator-rights.ts'
import type { ErrorCode } from '@clutch/contract/errors.ts'
import type {
  AccountRateLimitName,
  AddressRateLimitName,
} from '@clutch/contract/rules/accounts/rate-limits.ts'

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

/** An API token that makes a call. */
interface ApiTokenCaller {
  id: string
  name: string
  /** The SteamID64 of the operator for whom it acts; null for a service token. */
  owner: string | null
}

/** Who makes an operator's call: their session or API token (neither: the operator's token), and what they may do. */
export interface OperatorCaller {
  session: SessionUser | null
  token: ApiTokenCaller | null
  permissions: OperatorPermissions
}

/**
 * What the accounts domain provides to the HTTP layer: who the bearer of a token is, and whether they are
 * currently an operator.
 */
export interface SessionCheck {
  /** Null for an invalid token or an ended session. */
  find: (token: string) => Promise<SessionUser | null>
  /** What an operator may do now; null for a player who is none. */
  findPermissions: (steamId: string) => Promise<OperatorPermissions | null>
  /** The API token whose secret has this SHA-256; null for one that is unknown, revoked or expired. Notes that it was used. */
  findToken: (hash: Buffer) => Promise<ActiveApiToken | null>
}

/** An API token that holds, with its own permissions. */
export interface ActiveApiToken extends ApiTokenCaller {
  permissions: OperatorPermissions
  /** Whether the account of its owner is blocked now. */
  isOwnerBlocked: boolean
}

/** C20: counts requests against the limits that their calls declare; throws RATE_LIMIT_EXCEEDED when none is left. */
export interface RateLimiter {
  consumeOfAddress: (name: AddressRateLimitName, ip: string) => Promise<void>
  consumeOfAccount: (name: AccountRateLimitName, userId: string) => Promise<void>
  consumeOfToken: (tokenId: string) => void
}

/** An operator's call that changed something: who, the id of the call, with which path values and fields. */
export type OnOperatorAction = (act: {
  by: OperatorCaller
  call: string
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
  /** The transaction of the change; without it the entry has its own. */
  tx?: Queries | undefined
}) => Promise<void>
