import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { localUrl } from '../../config/config.ts'
import { findListenHost } from '../../network/listen-host.ts'

/** The text of all metrics and its type. */
export interface MetricsText {
  type: string
  body: string
}

export interface MetricsServer {
  /** The address that Prometheus scrapes. */
  url: string
  stop: () => Promise<void>
}

/** Serves `GET /metrics` on a port of its own; with a token only to its bearer. */
export async function startMetricsServer(
  { host: wanted, port, token }: { host: string; port: number; token: string | undefined },
  read: () => Promise<MetricsText>,
  log: Logger,
): Promise<MetricsServer> {
  const host = findListenHost(wanted)
  const server = createServer((request, response) => {
    void answer(request, token, read)
      .catch((error: unknown): Answer => {
        log.error(error, 'the metrics cannot be read')
        return { status: 500, headers: plain, body: 'The metrics cannot be read\n' }
      })
      .then(({ status, headers, body }) => {
        response.writeHead(status, { ...headers, 'cache-control': 'no-store' })
        response.end(request.method === 'HEAD' ? undefined : body)
      })
  })
  server.requestTimeout = 10_000
  server.listen(port, host)
  await once(server, 'listening')
  const { port: actual } = server.address() as AddressInfo
  return { url: `${localUrl(host, actual)}/metrics`, stop: () => close(server) }
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

const plain = { 'content-type': 'text/plain; charset=utf-8' }

async function answer(
  { method, url, headers }: IncomingMessage,
  token: string | undefined,
  read: () => Promise<MetricsText>,
): Promise<Answer> {
  if (url?.split('?')[0] !== '/metrics')
    return { status: 404, headers: plain, body: 'The metrics are at /metrics\n' }
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, headers: { ...plain, allow: 'GET, HEAD' }, body: 'Use GET\n' }
  if (token !== undefined && !isBearer(headers.authorization, token))
    return {
      status: 401,
      headers: { ...plain, 'www-authenticate': 'Bearer' },
      body: 'A bearer token is required\n',
    }
  const { type, body } = await read()
  return { status: 200, headers: { 'content-type': type }, body }
}

/** Whether an Authorization header carries the token. Takes the same time for every wrong one. */
export function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
