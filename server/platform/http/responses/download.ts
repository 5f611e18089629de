import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { typesOnly, type Call } from '@clutch/contract/api/call.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { exportIdleMs } from '@clutch/contract/limits.ts'
import { isStillPermitted } from '../session/operator-token.ts'

/** RFC 6266: the exact name in `filename*` (RFC 8187), and in `filename` what programs without Unicode can read. */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["%\\]/gu, '_')
  const header = `attachment; filename="${plain}"`
  if (plain === name) return header
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${header}; filename*=UTF-8''${encoded}`
}

/** A call that answers an operator all rows of a list. */
type WholeList = Call & { who: 'operator'; row: z.ZodMiniType }

/**
 * Sends every row of a list, a line of JSON each and an empty one at the end, in the steps it is read in. What the first step
 * throws is answered as an error; a later one breaks the stream off, and the empty line is missing. So does the loss of the right to
 * the call, which is checked before each step is sent, and a reader who takes nothing for `idleMs`.
 */
export async function sendRows<C extends WholeList>(
  call: C,
  reply: FastifyReply,
  steps: AsyncGenerator<readonly z.input<C['row']>[]>,
  idleMs: number = exportIdleMs,
): Promise<FastifyReply> {
  const first = await steps.next()
  const lines = (rows: readonly unknown[]) =>
    rows.map((one) => `${JSON.stringify(z.parse(call.row, one, typesOnly))}\n`).join('')
  async function* chunks() {
    if (first.done !== true) yield lines(first.value)
    for await (const rows of steps) {
      if (!(await isStillPermitted(reply.server, reply.request, call)))
        throw new PortalError('operator.not_permitted', 'The right to this list was lost while it was sent')
      yield lines(rows)
    }
    yield '\n'
  }
  // A request that a test injects has none.
  if (reply.raw.socket instanceof Socket) reply.raw.setTimeout(idleMs)
  return reply
    .type('application/x-ndjson; charset=utf-8')
    .send(Readable.from(chunks(), { objectMode: false }))
}
