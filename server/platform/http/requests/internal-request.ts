import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const name = 'x-clutch-internal'
/** Unknown outside of this process, so that no visitor's request counts as one of the portal. */
const value = randomUUID()

/** The headers of a request that the portal makes to itself, to render a page. */
export const internalHeaders: Readonly<Record<string, string>> = { [name]: value }

/** Whether the portal itself made a request with these headers. */
export function isInternalRequest(headers: IncomingHttpHeaders): boolean {
  return headers[name] === value
}
