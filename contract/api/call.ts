import type * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import type { CallRateLimit } from '../rules/accounts/rate-limits.ts'
import type { OperatorArea } from '../rules/accounts/operator-rights.ts'
import type { CallTag } from './openapi/tags.ts'

/**
 * Who may make a call. Every call declares it; the HTTP layer enforces it before anything else is read:
 * - `user`: a session, with the second factor passed if it is on;
 * - `signed-in`: a session, even before the second factor;
 * - `operator`: the operator's token, an API token, or an operator's session with the second factor passed;
 * - `bearer`: the token that the call names (a ticket, a bind token), which the domain checks;
 * - `game-server`: a server's own secret, which the events domain checks;
 * - `provider`: a payment provider's signature, which the payments domain checks.
 */
export type Access = 'anyone' | 'user' | 'signed-in' | 'operator' | 'bearer' | 'game-server' | 'provider'

/**
 * One call of the API: what both sides agree on. Errors lists the codes a caller must expect beyond
 * `request.invalid`, `portal.unavailable`, for a user's call `session.invalid` and `session.second_factor_due`, and for an
 * operator's call `operator.unauthorized`, `operator.forbidden`, `operator.not_permitted`,
 * `operator.second_factor_needed` and `RATE_LIMIT_EXCEEDED` (of an API token), and with `limits` `RATE_LIMIT_EXCEEDED`.
 */
export interface Call {
  /** Its name in the API's description and in the audit log; unique, and never given to another call. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify's form: `/api/servers/:id`. */
  path: string
  who: Access
  /** Of an operator's call: what their role must permit, to read (GET) or to change; `any` is open to every operator. */
  area?: OperatorArea | 'any'
  /** Of an operator's call: closed to API tokens, whatever their rights. Calls of the area `operators` always are. */
  byToken?: false
  /** Of an operator's change in an area of servers: its service limits an operator who is limited to some of them, by what the call names. */
  byScope?: true
  summary: string
  tag: CallTag
  /** C20: the rate limits it counts against, in the order they are checked. */
  limits?: readonly CallRateLimit[]
  /** The word of an operator's change in the audit log: the key of its text (`adminUsers.actions`). */
  audit?: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The largest body, bytes, where that is not the usual one. */
  maxBytes?: number
  /** The answer is for one person although anyone may ask: no cache keeps it. That of every other `who`, or of a change, none keeps anyway. */
  personal?: true
  /** The answer's schema; absent for an empty answer (204), and for those of `row`, `content` and `redirects`. */
  reply?: z.ZodMiniType
  /** The answer is a stream of rows of this schema, a line of JSON each and an empty one at the end. */
  row?: z.ZodMiniType
  /** The answer is a file: HEAD describes it without sending it. */
  file?: true
  /** The media types of an answer that is not JSON. */
  content?: readonly string[]
  /** The answer sends a browser elsewhere (302). */
  redirects?: true
  /** The media type of a body without a schema: a file, a log, what another party has signed. */
  accepts?: string
  errors?: readonly ErrorCode[]
}

/** Whether an API token may make an operator's call, if its rights permit it. */
export function isOpenToTokens({ area, byToken }: Pick<Call, 'area' | 'byToken'>): boolean {
  return area !== 'operators' && byToken !== false
}

type Output<T> = T extends z.ZodMiniType ? z.output<T> : undefined

export type Params<C extends Call> = Output<C['params']>
export type Query<C extends Call> = Output<C['query']>
export type Body<C extends Call> = Output<C['body']>
export type Reply<C extends Call> = Output<C['reply']>

/**
 * How an answer is read: by types alone. The bounds of a schema apply to what is sent to the portal; a value
 * stored before a bound was introduced must not make a whole list unreadable. zod's own types do not declare
 * this option.
 */
export const typesOnly: z.core.ParseContext<z.core.$ZodIssue> & { skipChecks: true } = { skipChecks: true }

type CallArea = Required<Call>['area']

/** An operator's call has an area, and their change a word for the audit log; no other call has one. */
type Audited =
  | { who: 'operator'; area: CallArea; method: Exclude<Call['method'], 'GET'>; audit: string }
  | { who: 'operator'; area: CallArea; method: 'GET'; audit?: never }
  | { who: Exclude<Access, 'operator'>; area?: never; audit?: never }

/** Only a call with a session has an account whose requests the HTTP layer can count. */
type Limited =
  | { who: 'user' | 'signed-in' }
  | {
      who: Exclude<Access, 'user' | 'signed-in'>
      limits?: readonly Exclude<CallRateLimit, { by: 'account' }>[]
    }

/**
 * Declares a call, keeping the exact types of its schemas. A page that does not make it leaves it out.
 * @__NO_SIDE_EFFECTS__
 */
export function defineCall<const C extends Call & Audited & Limited>(call: C): C {
  return call
}
