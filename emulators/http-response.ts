/** What an emulator answers to one request. */
export interface HttpResponse {
  status: number
  type: string
  body: string | Buffer
  headers?: Record<string, string>
}

export function textResponse(body: string, status = 200): HttpResponse {
  return { status, type: 'text/plain; charset=utf-8', body }
}

export function jsonResponse(value: unknown, status = 200): HttpResponse {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}
