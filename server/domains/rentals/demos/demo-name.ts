import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { demoNameSchema } from '@clutch/contract/api/demos.ts'
import { PortalError } from '@clutch/contract/errors.ts'

/**
 * The name of an uploaded demo: the last part of the path that MatchZy, or Get5, sends, with `_` for every character that a name may
 * not hold. Throws `demo.name_invalid`.
 */
export function readDemoName(headers: IncomingHttpHeaders): string {
  const given = headers['matchzy-filename'] ?? headers['get5-filename']
  const path = typeof given === 'string' ? decodePercentEncoding(decodeHeader(given)) : ''
  const base = path.split(/[/\\]/).at(-1) ?? ''
  const name = base
    .trim()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_.-]/gu, '_')
  const read = demoNameSchema.safeParse(name)
  if (read.success) return read.data
  throw new PortalError('demo.name_invalid', 'MatchZy-FileName: not the name of a demo')
}

/** Node reads header bytes as Latin-1; names outside of ASCII are sent as UTF-8. */
function decodeHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : header
}

/** .NET sends only ASCII in headers, so that other scripts arrive percent-encoded. */
function decodePercentEncoding(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
