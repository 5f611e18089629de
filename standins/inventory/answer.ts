import type { ServerResponse } from 'node:http'

/** What is answered to one request. */
export interface Answer {
  status: number
  type: string
  body: string
  headers?: Record<string, string>
}

export function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}

export function text(body: string, status: number): Answer {
  return { status, type: 'text/plain; charset=utf-8', body }
}

export function redirect(location: string, headers: Record<string, string> = {}): Answer {
  return { ...text('', 302), headers: { location, ...headers } }
}

export function give(response: ServerResponse, { status, type, body, headers }: Answer): void {
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
