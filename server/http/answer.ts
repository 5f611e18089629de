import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Body, Call, Params, Query, Reply } from '@clutch/contract/api/call.ts'
import { errorStatus } from '@clutch/contract/errors.ts'
import type { App } from './app.ts'
import { requireOperator } from './operator.ts'

export interface Asked<C extends Call> {
  params: Params<C>
  query: Query<C>
  body: Body<C>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Answers one call of the contract: who → validate → the given function. Its value passes the call's reply schema;
 * a function that sends by itself (bytes made before, a stream) returns the reply instead. No reply schema: 204.
 */
export function answer<C extends Call>(
  app: App,
  call: C,
  decide: (asked: Asked<C>) => Reply<C> | FastifyReply | Promise<Reply<C> | FastifyReply>,
): void {
  app.knownPaths.push(new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`))
  app.route({
    method: call.method,
    url: call.path,
    config: { quiet: call.who === 'game-server' },
    // A stream has no end a HEAD could wait for.
    exposeHeadRoute: call.method === 'GET' && call.reply !== undefined,
    schema: {
      summary: call.summary,
      description: describeErrors(call),
      tags: [call.tag],
      ...securityOf(call),
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      ...(call.reply && { response: { 200: call.reply } }),
    },
    ...(call.who === 'operator' && { onRequest: requireOperator(app.operatorTokenHash) }),
    handler: (request, reply) => {
      // The schemas above are the call's own: what arrives here has passed them.
      const { params, query, body } = request as { params: Params<C>; query: Query<C>; body: Body<C> }
      const decided = decide({ params, query, body, request, reply })
      // A reply is a thenable that waits for the last byte: nobody needs to.
      return decided === reply ? undefined : send(call, reply, decided)
    },
  })
}

async function send<C extends Call>(
  call: C,
  reply: FastifyReply,
  decided: Reply<C> | FastifyReply | Promise<Reply<C> | FastifyReply>,
): Promise<void> {
  const value = await decided
  // Also one who sent by themselves to somebody who has gone.
  if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return
  if (call.reply) reply.send(value)
  else reply.code(204).send()
}

/** A game server shows its secret in the path where it has one there; its domain checks it. */
function securityOf({ who, params }: Call): { security?: Record<string, string[]>[] } {
  if (who === 'operator') return { security: [{ operator: [] }] }
  return who === 'game-server' && !params ? { security: [{ gameServer: [] }] } : {}
}

/** For the API's documentation: who may call, and what else than the reply may come. */
function describeErrors({ who, query, params, body, errors = [] }: Call): string {
  const codes = [
    ...((query ?? params ?? body) ? (['request.invalid'] as const) : []),
    ...(who === 'operator' ? (['operator.unauthorized'] as const) : []),
    ...errors,
  ]
  const told = codes.map((code) => `\`${code}\` (${errorStatus[code]})`)
  const caller = who === 'game-server' ? 'a game server, with its own secret' : who
  return [`Who may call: ${caller}.`, ...(told.length > 0 ? [`Errors: ${told.join(', ')}.`] : [])].join(' ')
}
