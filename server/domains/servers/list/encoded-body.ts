import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A prebuilt response body: plain and compressed bytes, and their ETag. */
export interface EncodedBody {
  etag: string
  plain: Buffer
  /** Null if not built: worth its time only for the whole list, the most frequent request. */
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
