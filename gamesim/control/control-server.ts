import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { createPerson } from '../players/population.ts'
import { runControlCommand, findServer } from './control-commands.ts'
import type { GameServer } from '../server/game-server.ts'

const maxBodyBytes = 65_536

/** Opens the control calls on loopback: `GET /servers`, `GET /tally`, `GET /messages`, `GET /vips`, `GET /people`, `POST /faults`, `/crash`, `/start` and more. */
export async function startControlServer(servers: readonly GameServer[], port: number): Promise<Server> {
  const server = createServer((request, response) => {
    handleRequest(servers, request).then(
      (body) => sendJson(response, 200, body),
      (error: unknown) =>
        sendJson(response, 400, { error: error instanceof Error ? error.message : 'failed' }),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function handleRequest(servers: readonly GameServer[], request: IncomingMessage): Promise<unknown> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://control')
  if (request.method === 'GET' && path === '/servers') return { servers: servers.map(describeServer) }
  if (request.method === 'GET' && path === '/tally') {
    return {
      servers: servers.map((server) => ({
        ...describeServer(server),
        tally: server.tally.snapshot(),
        lost: server.lostTally.snapshot(),
      })),
    }
  }
  if (request.method === 'GET' && path === '/people')
    return { people: listRegulars(Number(query.get('count'))) }
  if (request.method === 'GET' && path === '/messages')
    return { messages: findServer(servers, Number(query.get('server'))).records.privateMessages }
  if (request.method === 'GET' && path === '/vips')
    return { vips: listVips(findServer(servers, Number(query.get('server')))) }
  if (request.method !== 'POST') throw new TypeError('no such call')
  const text = await readBody(request)
  await runControlCommand(servers, path.slice(1), JSON.parse(text))
  return { done: true }
}

function listVips({ records }: GameServer) {
  return [...records.vips].map(([steamId, vip]) => ({ steamId, ...vip }))
}

/** Those who come most often, the most frequent first. */
function listRegulars(count: number): { steamId: string | null; name: string }[] {
  if (!(count > 0 && count <= 1_000)) throw new TypeError('count must be 1 to 1000')
  return Array.from({ length: count }, (_, number) => createPerson(number)).map(({ steamId, name }) => ({
    steamId,
    name,
  }))
}

function describeServer(server: GameServer) {
  const { port, name, isRunning } = server
  return { port, name, mode: server.config.mode, isRunning }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) throw new TypeError('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
