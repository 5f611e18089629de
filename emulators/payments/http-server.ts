import { once } from 'node:events'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { readBody } from '../request-body.ts'
import type { PaymentFaults } from './faults/faults.ts'
import { type HttpResponse, textResponse } from '../http-response.ts'

/** A call as it came. */
export interface HttpRequest {
  method: string
  /** The address as in the request line, with its query: signatures cover it. */
  url: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface HttpServerOptions {
  /** 0 takes any. */
  port: number
  /** What is answered; null never answers. What it throws is a 500. */
  handle: (call: HttpRequest) => Promise<HttpResponse | null> | HttpResponse | null
  /** Where not plain HTTP is spoken: a server that has not begun to listen. */
  server?: Server
  /** The names it may be called by; 127.0.0.1 and localhost without. */
  hosts?: RegExp
}

export interface HttpServer {
  port: number
  stop: () => Promise<void>
}

const maxBodyBytes = 1024 * 1024
/** Longer than any client keeps a connection: it is never closed in the moment a question comes. */
const keepAliveMs = 120_000

/** Listens on 127.0.0.1; rejects when the port is taken. */
export async function startHttpServer({
  port,
  handle,
  server = createServer(),
  // A foreign site that a browser shows could otherwise get in by a name of its own that leads here.
  hosts = /^(127\.0\.0\.1|localhost)(:\d+)?$/,
}: HttpServerOptions): Promise<HttpServer> {
  const answer = async (request: IncomingMessage): Promise<HttpResponse | null> => {
    if (!hosts.test(request.headers.host ?? '')) return textResponse('not a name of mine', 403)
    const body = await readBody(request, maxBodyBytes)
    return body ? handle(readRequest(request, body)) : textResponse('too much', 413)
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      (found) => found && sendResponse(response, found),
      (error: unknown) => sendResponse(response, textResponse(String(error), 500)),
    )
  })
  server.keepAliveTimeout = keepAliveMs
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Answers a program's call as the faults have it: late, with a status alone and nothing done, or never (null), done or not.
 * What is signed, and how, is for the gateway that does the work.
 */
export async function applyResponseFaults(
  { delayMs, status, hang }: PaymentFaults,
  work: () => Promise<HttpResponse> | HttpResponse,
): Promise<HttpResponse | null> {
  if (delayMs > 0) await wait(delayMs, undefined, { ref: false })
  if (hang === 'undone') return null
  if (status !== 0) return textResponse('out of order', status)
  const answer = await work()
  return hang === 'done' ? null : answer
}

export function redirectResponse(location: string): HttpResponse {
  return { ...textResponse('', 303), headers: { location } }
}

function readRequest(request: IncomingMessage, body: Buffer): HttpRequest {
  const url = request.url ?? '/'
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
  const { method = 'GET', headers } = request
  return { method, url, path: pathname, query: searchParams, headers, body }
}

function sendResponse(response: ServerResponse, { status, type, body, headers }: HttpResponse): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(body)
}
