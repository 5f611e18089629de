import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** An answer made before anybody asks: its bytes as they are and compressed, and their tag. */
export interface EncodedBody {
  etag: string
  plain: Buffer
  /** Null where it is not made: only for the whole list, which most ask for, it is worth its time. */
  br: Buffer | null
  gzip: Buffer
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Compresses on zlib's own threads: no request waits meanwhile. */
export async function encodeBody(json: string): Promise<EncodedBody> {
  const plain = Buffer.from(json)
  const [compressed, zipped] = await Promise.all([brotliAsync(plain, brotliOptions), gzipAsync(plain)])
  return { etag: createEtag(plain), plain, br: compressed, gzip: zipped }
}

/** The same with gzip only, for an answer that few will ask for. */
export async function encodeSmallBody(json: string): Promise<EncodedBody> {
  const plain = Buffer.from(json)
  return { etag: createEtag(plain), plain, br: null, gzip: await gzipAsync(plain) }
}

/** Weak: the same list in three encodings. */
function createEtag(plain: Buffer): string {
  return `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
}
