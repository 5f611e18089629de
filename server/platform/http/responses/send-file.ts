import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '@clutch/contract/errors.ts'
import type { ByteRange, StoredFile } from '../../files/file-store.ts'
import { attachment } from './download.ts'
import { matchesTag } from '../requests/etag.ts'

/** A stored file that is sent to be saved. */
export interface Download {
  file: StoredFile
  /** The name it is saved under. */
  name: string
  /** A strong validator, with its quotes. */
  etag: string
}

/** How long a redirect to the store works: a browser follows it at once. */
const linkLifetimeSeconds = 60

/**
 * Sends a file to be saved: whole, the part that is asked for, or nothing where the asker has it (RFC 9110). Where the store has
 * addresses of its own, it redirects there, and the store answers the range. Throws `request.range` for a part that the file does not
 * have.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, name, etag }: Download,
): Promise<FastifyReply> {
  const { headers, method } = request
  const { size } = file
  reply.header('etag', etag).header('accept-ranges', 'bytes')
  if (matchesTag(headers['if-none-match'], etag)) return reply.code(304).send()
  const disposition = attachment(name)
  const isHead = method === 'HEAD'
  const link = await file.link({
    method: isHead ? 'HEAD' : 'GET',
    disposition,
    lifetimeSeconds: linkLifetimeSeconds,
  })
  if (link !== null)
    return reply
      .removeHeader('etag')
      .removeHeader('accept-ranges')
      .header('cache-control', 'no-store')
      .redirect(link)
  const range = mayRange(headers, etag) ? rangeIn(size, headers.range) : undefined
  if (range === null) {
    reply.header('content-range', `bytes */${size}`)
    throw new PortalError('request.range', 'The file has no such part')
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply
    .type('application/octet-stream')
    .header('content-disposition', disposition)
    .header('content-length', end - start + 1)
  if (!isHead && size > 0) return reply.send(await file.read({ start, end }))
  // Fastify keeps the length set above only with a stream.
  return reply.send(Readable.from([]))
}

/** RFC 9110 §13.1.5: If-Range lets a part be sent only for the same file; a weak tag or a date never says that it is the same. */
function mayRange({ 'if-range': ifRange }: IncomingHttpHeaders, etag: string): boolean {
  return ifRange === undefined || ifRange === etag
}

/**
 * RFC 9110 §14.1.2: the part that is asked for; undefined where the header asks for none that is known here, such as several parts:
 * the whole file is the answer then. Null for a part that begins beyond the end. A suffix longer than the file is the whole file.
 */
function rangeIn(size: number, header: string | undefined): ByteRange | null | undefined {
  const [matched, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (matched === undefined || (first === '' && last === '')) return undefined
  if (first === '') return last === '0' ? null : part(size, Math.max(0, size - Number(last)), size - 1)
  if (last !== '' && Number(last) < Number(first)) return undefined
  return part(size, Number(first), last === '' ? size - 1 : Math.min(size - 1, Number(last)))
}

function part(size: number, start: number, end: number): ByteRange | null {
  return start < size ? { start, end } : null
}
