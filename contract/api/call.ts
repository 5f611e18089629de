import type * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'

/**
 * Who may make a call. Every call states it; the HTTP room enforces it before anything else is read, but for
 * `game-server`: a server shows its own secret, which the events domain checks.
 */
export type Who = 'anyone' | 'operator' | 'game-server'

/**
 * One call of the API: what both sides agree on. Errors lists the codes a caller must expect beyond
 * `request.invalid`, `portal.unavailable` and, for an operator's call, `operator.unauthorized`.
 */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify's form: `/api/servers/:id`. */
  path: string
  who: Who
  summary: string
  tag: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The answer's schema; absent for a stream or an empty answer (204). */
  reply?: z.ZodMiniType
  errors?: readonly ErrorCode[]
}

type Output<T> = T extends z.ZodMiniType ? z.output<T> : undefined

export type Params<C extends Call> = Output<C['params']>
export type Query<C extends Call> = Output<C['query']>
export type Body<C extends Call> = Output<C['body']>
export type Reply<C extends Call> = Output<C['reply']>

/** Declares a call, keeping the exact types of its schemas. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}
