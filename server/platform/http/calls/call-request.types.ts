import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Body, Call, Params, Query, Reply } from '@clutch/contract/api/call.ts'
import type { OperatorCaller } from '../session/operator-caller.ts'
import type { SessionUser } from '../session/session.types.ts'
import type { Queries } from '../../database/index.ts'

export interface CallRequest<C extends Call> {
  params: Params<C>
  query: Query<C>
  body: Body<C>
  /** The session of the caller: always set if the call is for a `user` or `signed-in`. */
  signedIn: C['who'] extends 'user' | 'signed-in' ? SessionUser : SessionUser | null
  /**
   * C12: `WriteAudit` for the transaction of an operator's change; `value` is what will be replied, where the audit spec reads it.
   * An entry that is not written so is written after the handler.
   */
  writeAudit: (tx: Queries, value?: Reply<C>) => Promise<void>
  /** Who makes an operator's call. */
  caller: C['who'] extends 'operator' ? OperatorCaller : null
  request: FastifyRequest
  reply: FastifyReply
}

/** The domain's handler of a call; a function that sends the response itself returns the reply. */
export type Authorize<C extends Call> = (
  input: CallRequest<C>,
) => Reply<C> | FastifyReply | Promise<Reply<C> | FastifyReply>
