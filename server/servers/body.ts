import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** An answer made before anybody asks: its bytes as they are and compressed, and their tag. */
export interface Body {
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Compresses on zlib's own threads: no request waits meanwhile. */
export async function makeBody(json: string): Promise<Body> {
  const plain = Buffer.from(json)
  const [compressed, zipped] = await Promise.all([brotli(plain, brotliOptions), zip(plain)])
  // Weak: the same list in three encodings.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { etag, plain, br: compressed, gzip: zipped }
}

/** An encoding that is named and not refused by `q=0`. */
const taken = {
  br: /(?:^|,)\s*br(?=\s*(?:[;,]|$))(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /(?:^|,)\s*gzip(?=\s*(?:[;,]|$))(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
}

/** The best encoding a client takes, by its Accept-Encoding; null for none. */
export function chooseEncoding(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null
  if (taken.br.test(accepted)) return 'br'
  return taken.gzip.test(accepted) ? 'gzip' : null
}

/** Whether If-None-Match names this tag, weakly compared. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag))
}
