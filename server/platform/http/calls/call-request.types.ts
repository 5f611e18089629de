import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Body, Call, Params, Query, Reply } from '@clutch/contract/api/call.ts'
import type { SessionUser } from '../session/session.types.ts'

export interface CallRequest<C extends Call> {
  params: Params<C>
  query: Query<C>
  body: Body<C>
  /** The session of the caller: always set if the call is for a `user` or `signed-in`. */
  signedIn: C['who'] extends 'user' | 'signed-in' ? SessionUser : SessionUser | null
  request: FastifyRequest
  reply: FastifyReply
}

/** The domain's handler of a call; a function that sends the response itself returns the reply. */
export type Authorize<C extends Call> = (
  input: CallRequest<C>,
) => Reply<C> | FastifyReply | Promise<Reply<C> | FastifyReply>
