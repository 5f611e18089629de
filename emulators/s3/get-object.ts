import type { IncomingMessage, ServerResponse } from 'node:http'
import type { S3Faults } from './faults.ts'
import type { Bucket } from './objects.ts'
import { sendError } from './responses.ts'

/** Answers GET and HEAD of an object, whole or one range of it. */
export function getObject(
  request: IncomingMessage,
  response: ServerResponse,
  { bucket, key, query }: { bucket: Bucket; key: string; query: URLSearchParams },
  faults: S3Faults,
): void {
  const stored = bucket.objects.get(key)
  if (!stored) return sendError(response, 'NoSuchKey')
  const { content, tag, changedAt, encryption } = stored
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  if (ifNoneMatch === tag) {
    response.writeHead(304, { etag: tag }).end()
    return
  }
  const part = ifRange === undefined || ifRange === tag ? findRange(content.length, range) : undefined
  if (part === null) return sendError(response, 'InvalidRange')
  const sent = part ? content.subarray(part.start, part.end + 1) : content
  const disposition = query.get('response-content-disposition')
  response.writeHead(part ? 206 : 200, {
    etag: tag,
    'accept-ranges': 'bytes',
    'last-modified': changedAt.toUTCString(),
    'content-type': query.get('response-content-type') ?? 'binary/octet-stream',
    'content-length': sent.length,
    ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${content.length}` }),
    ...(disposition !== null && { 'content-disposition': disposition }),
    ...encryption,
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  const { cutDownload, stallDownloadAfter = Infinity } = faults
  faults.stallDownloadAfter = stallDownloadAfter - 1
  if (stallDownloadAfter <= 0) response.write(sent.subarray(0, sent.length / 2))
  else if (cutDownload) response.write(sent.subarray(0, sent.length / 2), () => response.destroy())
  else response.end(sent)
}

/** Undefined without a range, null for one that the object does not have. */
function findRange(size: number, header = ''): { start: number; end: number } | null | undefined {
  const [matched, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (matched === undefined || first + last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  return start < size && start <= end ? { start, end } : null
}
