import type { FastifySerializerCompiler } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { typesOnly } from '@clutch/contract/api/call.ts'

/**
 * Writes answers as their schemas say. A stored value that breaks a bound, such as a name that became invalid in this version,
 * must not fail the whole answer: it is sent as it is, and the log names its place. A value of the wrong type still fails.
 */
export function serializeReply(log: Logger): FastifySerializerCompiler<z.ZodMiniType> {
  return ({ schema, method, url }) => {
    let reported = ''
    return (data) => {
      const checked = z.safeEncode(schema, data)
      if (checked.success) return JSON.stringify(checked.data)
      const places = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
      const typed = z.safeEncode(schema, data, typesOnly)
      if (!typed.success) throw new ReplyMismatch(places)
      const first = places[0] ?? ''
      if (first !== reported)
        log.warn({ call: `${method} ${url}`, place: first }, 'stored value out of bounds')
      reported = first
      return JSON.stringify(typed.data)
    }
  }
}

/** An answer that is not what its schema says. */
class ReplyMismatch extends Error {
  constructor(places: readonly string[]) {
    super(`The answer does not match its schema: ${places.slice(0, 3).join('; ')}`)
    this.name = 'ReplyMismatch'
  }
}
