import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { App } from '../app.types.ts'
import { chooseEncoding } from '../requests/encoding.ts'

/** Less than this fits into one packet either way, bytes. */
const worthwhileBytes = 1_024

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Measured on a page of a board: a tenth larger than the best quality, in a fiftieth of its time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/**
 * Compresses every JSON answer over 1 kB, on zlib's own threads. Streams, files and already compressed
 * content pass unchanged, as does the live list, which is compressed in advance. No session is in a cookie,
 * so another site cannot have a secret compressed next to its own text (BREACH).
 */
export function registerCompression(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (Buffer.byteLength(payload) < worthwhileBytes || reply.hasHeader('content-encoding')) return payload
    if (!/^application\/(?:[\w.-]+\+)?json\b/.test(String(reply.getHeader('content-type')))) return payload
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding === null || request.method === 'HEAD') return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return encoding === 'br' ? brotli(payload, brotliOptions) : zip(payload)
  })
}
