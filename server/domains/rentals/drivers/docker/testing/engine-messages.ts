import type { ServerResponse } from 'node:http'

/** A call of Docker’s API. */
export interface EngineRequest {
  /** `create`, `inspect`, `start`, `stop`, `restart`, `remove`, `put`, `get`, `stat`, `list`, `volume` (whether it exists), `forget` (a volume), `network` and its verb. */
  what: string
  target: string
  url: URL
  body: Buffer
}

export interface EngineResponse {
  status: number
  body?: unknown
  stat?: object
}

/** What a request of Docker’s API asks for. */
export function parseCall(method: string, { pathname }: URL): Pick<EngineRequest, 'what' | 'target'> {
  const [, kind, target = '', part = ''] = pathname.split('/')
  if (kind === 'networks') return parseNetworkCall(method, target)
  if (kind === 'info') return { what: 'info', target }
  if (kind === 'volumes') return { what: method === 'DELETE' ? 'forget' : 'volume', target }
  if (target === 'create' || target === 'json') return { what: target === 'json' ? 'list' : 'create', target }
  if (part === 'archive') return { what: { PUT: 'put', HEAD: 'stat' }[method] ?? 'get', target }
  if (part === 'json') return { what: 'inspect', target }
  return { what: method === 'DELETE' ? 'remove' : part, target }
}

function parseNetworkCall(method: string, target: string): Pick<EngineRequest, 'what' | 'target'> {
  if (target === 'create') return { what: 'network create', target }
  if (method === 'DELETE') return { what: 'network remove', target }
  return { what: 'network list', target }
}

/** A refusal in the words of an engine. */
export function errorResponse(status: number, message: string): EngineResponse {
  return { status, body: { message } }
}

export function sendResponse(response: ServerResponse, { status, body, stat }: EngineResponse): void {
  if (stat)
    response.setHeader('x-docker-container-path-stat', Buffer.from(JSON.stringify(stat)).toString('base64'))
  response.writeHead(status)
  response.end(Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body))
}
