import * as z from 'zod/mini'
import { parseWebOrigin } from '../../rules/shared/web-origin.ts'

/** An address a page may link to: http or https only, so that no text of the operator becomes a script, with a host and port
 * that a URL parser and a security policy accept. */
export const webAddressSchema = z.string().check(
  z.maxLength(500),
  z.regex(
    /^https?:\/\/[^\s"'<>;,/?#\p{Cc}\p{Cs}]+(?:[/?#][^\s"'<>\p{Cc}\p{Cs}]*)?$/u,
    'an http or https address',
  ),
  z.refine((address) => parseWebOrigin(address) !== null, 'an http or https address'),
)
