import type { ServerResponse } from 'node:http'

/** What is answered to one request. */
export interface HttpResponse {
  status: number
  type: string
  body: string
  headers?: Record<string, string>
}

export function jsonResponse(value: unknown, status = 200): HttpResponse {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}

export function textResponse(body: string, status: number): HttpResponse {
  return { status, type: 'text/plain; charset=utf-8', body }
}

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
