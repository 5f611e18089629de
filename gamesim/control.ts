import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { carryOut } from './orders.ts'
import type { GameServer } from './server.ts'

const largestBody = 65_536

/** Opens the control calls on loopback: `GET /servers`, `GET /tally`, `POST /faults`, `/crash`, `/start` and more. */
export async function openControl(servers: readonly GameServer[], port: number): Promise<Server> {
  const server = createServer((request, response) => {
    answer(servers, request).then(
      (body) => reply(response, 200, body),
      (error: unknown) => reply(response, 400, { error: error instanceof Error ? error.message : 'failed' }),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function answer(servers: readonly GameServer[], request: IncomingMessage): Promise<unknown> {
  const path = (request.url ?? '/').split('?')[0]
  if (request.method === 'GET' && path === '/servers') return { servers: servers.map(describe) }
  if (request.method === 'GET' && path === '/tally') {
    return {
      servers: servers.map((server) => ({
        ...describe(server),
        tally: server.tally.snapshot(),
        lost: server.lost.snapshot(),
      })),
    }
  }
  if (request.method !== 'POST') throw new TypeError('no such call')
  const text = await read(request)
  await carryOut(servers, (path ?? '').slice(1), JSON.parse(text))
  return { done: true }
}

function describe(server: GameServer) {
  const { port, name, isRunning } = server
  return { port, name, mode: server.settings.mode, isRunning }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestBody) throw new TypeError('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
