import type { ServerResponse } from 'node:http'
import { type HttpResponse, textResponse } from '../http-response.ts'

export function redirectResponse(location: string, headers: Record<string, string> = {}): HttpResponse {
  return { ...textResponse('', 302), headers: { location, ...headers } }
}

export function sendResponse(response: ServerResponse, { status, type, body, headers }: HttpResponse): void {
  response
    .writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .end(body)
}
