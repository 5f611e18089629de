import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { snapshotTimeHeader, snapshotVersionHeader } from '@clutch/contract/api/servers/servers.ts'
import { chooseEncoding } from '../../../platform/http/encoding.ts'
import { matchesTag } from '../../../platform/http/etag.ts'
import type { EncodedBody } from './encoded-body.ts'
import type { LiveList } from './live-list.ts'
import type { ListSnapshot } from './list-snapshot.ts'

/** What is shown, and when it was last confirmed. */
type ListVersion = Pick<LiveList, 'at'> & { snapshot: Pick<ListSnapshot, 'version'> }

/** D13: writes the list from memory: 304 to who has it, else bytes made before, in the best form the client takes. */
export function sendList(
  body: EncodedBody,
  { snapshot, at }: ListVersion,
  request: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
): void {
  const known = matchesTag(request.headers['if-none-match'], body.etag)
  const encoding = known ? null : chooseEncoding(request.headers['accept-encoding'], body.br !== null)
  const bytes = (encoding && body[encoding]) ?? body.plain
  headers['etag'] = body.etag
  headers['vary'] = 'accept-encoding'
  headers['cache-control'] = 'no-cache'
  headers[snapshotTimeHeader] = String(at)
  headers[snapshotVersionHeader] = snapshot.version
  if (encoding) headers['content-encoding'] = encoding
  if (!known) {
    headers['content-type'] = 'application/json; charset=utf-8'
    headers['content-length'] = bytes.length
  }
  response.writeHead(known ? 304 : 200, headers)
  response.end(known ? undefined : bytes)
}
