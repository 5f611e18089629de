import type { IncomingHttpHeaders } from 'node:http'
import { demoNameSchema } from '@clutch/contract/api/demos.ts'
import { PortalError } from '@clutch/contract/errors.ts'

/**
 * The name of an uploaded demo: the last part of what MatchZy, or Get5, calls it, with `_` for every character that may not be in one.
 * Throws `demo.name_invalid`.
 */
export function demoNameOf(headers: IncomingHttpHeaders): string {
  const given = headers['matchzy-filename'] ?? headers['get5-filename']
  const base = typeof given === 'string' ? (given.split(/[/\\]/).at(-1) ?? '') : ''
  const read = demoNameSchema.safeParse(base.trim().replaceAll(/[^\w.-]/g, '_'))
  if (read.success) return read.data
  throw new PortalError('demo.name_invalid', 'MatchZy-FileName: not the name of a demo')
}
