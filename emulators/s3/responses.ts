import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** Errors by their code, as S3 words them. */
const errors = {
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid.'],
  AuthorizationQueryParametersError: [400, 'The query parameters of the authorization are not valid.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed object size.'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The AWS access key ID that you provided does not exist in our records.'],
  InvalidDigest: [400, 'The Content-MD5 you specified was invalid.'],
  InvalidPart: [400, 'One or more of the specified parts could not be found.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order.'],
  InvalidRange: [416, 'The requested range cannot be satisfied.'],
  MalformedXML: [400, 'The XML you provided was not well-formed.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  NoSuchBucket: [404, 'The specified bucket does not exist.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchLifecycleConfiguration: [404, 'The lifecycle configuration does not exist.'],
  NoSuchUpload: [404, 'The specified multipart upload does not exist.'],
  NotImplemented: [501, 'A header that you provided implies functionality that is not implemented.'],
  PublicEndpointForbidden: [403, 'Data operations need a custom domain of the bucket.'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the server time is too large.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature that we calculated does not match the signature you provided.',
  ],
  SlowDown: [503, 'Please reduce your request rate.'],
  XAmzContentSHA256Mismatch: [
    400,
    'The provided x-amz-content-sha256 header does not match what was computed.',
  ],
} as const

export type ErrorCode = keyof typeof errors

/** Answers with XML, or without a body where there is none. */
export function sendXml(
  response: ServerResponse,
  xml: string,
  status = 200,
  headers: Record<string, string> = {},
) {
  const body = xml === '' ? '' : `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`
  response
    .writeHead(status, {
      ...(body !== '' && { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    })
    .end(body)
}

/** A HEAD request gets the status only. */
export function sendError(response: ServerResponse, code: ErrorCode): void {
  const [status] = errors[code]
  if (response.req.method === 'HEAD') response.writeHead(status).end()
  else sendXml(response, errorXml(code), status)
}

export function errorXml(code: ErrorCode): string {
  return element(
    'Error',
    element('Code', code) + element('Message', errors[code][1]) + element('RequestId', randomUUID()),
  )
}

/** An element that holds a value or, where it begins with `<`, other elements. */
export function element(name: string, content: string | number): string {
  const text = String(content)
  const inner = text.startsWith('<')
    ? text
    : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  return `<${name}>${inner}</${name}>`
}
