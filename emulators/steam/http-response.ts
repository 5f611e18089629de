import type { HttpResponse } from '../http-response.ts'

export function textResponse(body: string, status = 200): HttpResponse {
  return { status, type: 'text/plain;charset=utf-8', body }
}

export function redirectResponse(location: string): HttpResponse {
  return { ...textResponse('', 302), headers: { location } }
}
