import type { CallRequest, Authorize } from './call-request.types.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Body, Call, Params, Query, Reply } from '@clutch/contract/api/call.ts'
import { type AuditSpec, runAudited, needsAudit } from './audited-call.ts'
import { noAudit } from './write-audit.ts'
import type { App } from '../app.ts'
import { requireOperator } from '../session/operator-token.ts'
import { requireSession } from '../session/session-check.ts'

export type { CallRequest, Authorize } from './call-request.types.ts'

/**
 * Answers one call of the contract: who → validate → rate limits → the given function. Its value passes the call's reply schema;
 * a function that sends by itself (bytes made before, a stream) returns the reply instead. No reply schema: 204.
 */
export function registerCall<C extends Call, Item>(
  app: App,
  call: C,
  handler: Authorize<C>,
  audit: AuditSpec<C, Item> = {},
): void {
  app.knownPaths.push(new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`))
  if (audit.load ?? audit.created) app.auditedCalls.add(`${call.method} ${call.path}`)
  app.route({
    method: call.method,
    url: call.path,
    ...(call.maxBytes !== undefined && { bodyLimit: call.maxBytes }),
    config: { quiet: call.who === 'game-server' || call.who === 'provider' },
    // A stream has no end a HEAD could wait for.
    exposeHeadRoute: call.method === 'GET' && (call.reply !== undefined || call.file === true),
    schema: {
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      ...(call.reply && { response: { 200: call.reply } }),
    },
    ...(!isForEverybody(call) && {
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        reply.header('cache-control', 'no-store')
        await admit(app, call, request)
      },
    }),
    ...(call.limits?.some(({ by }) => by !== 'domain') && {
      preHandler: (request: FastifyRequest) => consumeLimits(app, call, request),
    }),
    handler: (request, reply) => {
      // The schemas above are the call's own, and so is who was admitted: what arrives here has passed them.
      const { params, query, body } = request as { params: Params<C>; query: Query<C>; body: Body<C> }
      const signedIn = request.signedIn as CallRequest<C>['signedIn']
      const caller = request.operatorCaller as CallRequest<C>['caller']
      const input = { params, query, body, signedIn, caller, writeAudit: noAudit, request, reply }
      const result = needsAudit(call) ? runAudited(call, input, handler, audit) : handler(input)
      // Without a promise: Fastify would send an empty answer once it resolves while the true one is still compressed.
      if (result !== reply) send(call, reply, result).catch((error: unknown) => reply.send(error))
    },
  })
}

/** Whether an answer is the same for every caller, so that caches may store it as its domain allows. */
function isForEverybody({ who, method, personal }: Call): boolean {
  return who === 'anyone' && method === 'GET' && personal !== true
}

/** Lets a caller pass who may make the call, and notes their session, if the call needs one. */
async function admit(app: App, call: Call, request: FastifyRequest): Promise<void> {
  if (call.who === 'operator') {
    request.operatorCaller = await requireOperator(app, request, call)
    request.signedIn = request.operatorCaller.session
  }
  if (call.who === 'user' || call.who === 'signed-in')
    request.signedIn = await requireSession(app, request, call.who)
}

/** C20: counts a valid request against each of the call's limits until one is used up; throws RATE_LIMIT_EXCEEDED then. */
async function consumeLimits(app: App, { limits = [] }: Call, request: FastifyRequest): Promise<void> {
  for (const limit of limits) {
    if (limit.by === 'address') await app.rateLimiter.consumeOfAddress(limit.name, request.ip)
    if (limit.by === 'account' && request.signedIn)
      await app.rateLimiter.consumeOfAccount(limit.name, request.signedIn.userId)
  }
}

async function send<C extends Call>(
  call: C,
  reply: FastifyReply,
  result: Reply<C> | FastifyReply | Promise<Reply<C> | FastifyReply>,
): Promise<void> {
  const value = await result
  // Also covers a handler that sent to a client that has disconnected.
  if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return
  if (call.reply) reply.send(value)
  else reply.code(204).send()
}
