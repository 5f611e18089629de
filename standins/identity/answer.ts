/** What is answered to one request. */
export interface Answer {
  status: number
  type: string
  body: string | Buffer
  headers?: Record<string, string>
}

export function text(body: string, status = 200): Answer {
  return { status, type: 'text/plain;charset=utf-8', body }
}

export function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}

export function redirect(location: string): Answer {
  return { ...text('', 302), headers: { location } }
}
