import { get, IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  type ServerListDelta,
  type Server,
  serverListDeltaSchema,
  streamHelloSchema,
  snapshotVersionHeader,
} from '@clutch/contract/api/servers/servers.ts'
import { streamBacklogMaxBytes, maxStreamListeners, streamsPerAddress } from '@clutch/contract/limits.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import type { LiveList } from './live-list.ts'
import { ListSnapshot } from './list-snapshot.ts'
import { ServerStream } from './server-stream.ts'
import { createServersApp, fetchServerList, registerTestServer, writeStatus } from '../testing/servers-app.ts'

let context: TestContext
let app: App
let port: number
const streams: IncomingMessage[] = []

beforeAll(async () => {
  context = await createTestContext()
  app = await createServersApp(context)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

afterEach(() => {
  for (const stream of streams.splice(0)) stream.destroy()
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

/** Opens a stream and gathers its events. */
async function listen() {
  const [response]: IncomingMessage[] = await once(get({ port, path: '/api/servers/stream' }), 'response')
  if (!response) throw new Error('no answer')
  streams.push(response)
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  response.on('error', () => undefined)
  const events = (name: string) =>
    [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)]
      .filter(([, kind]) => kind === name)
      .map(([, , data]) => JSON.parse(data ?? '') as unknown)
  return { response, events, deltas: () => events('delta').map((data) => serverListDeltaSchema.parse(data)) }
}

test('D13 over the network the list is answered early, with the same headers and bytes as by its route', async () => {
  const early = await fetch(`http://127.0.0.1:${port}/api/servers`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const routed = await app.inject({ url: '/api/servers' })
  expect(await early.text()).toBe(routed.body)
  // An early answer logs nothing that an id could find.
  const connection = new Set(['date', 'connection', 'keep-alive', 'x-request-id'])
  const bare = (headers: Iterable<[string, unknown]>) =>
    Object.fromEntries([...headers].filter(([name]) => !connection.has(name)))
  const expected = Object.entries(routed.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  expect(bare(early.headers)).toEqual(bare(expected))
  const filtered = await fetch(`http://127.0.0.1:${port}/api/servers?modes=unheard`)
  expect(await filtered.json()).toEqual([])
  const posted = await fetch(`http://127.0.0.1:${port}/api/servers`, { method: 'POST' })
  expect(posted.status).toBe(405)
})

test('D13 a stream says hello with the version of the list, then every step from there', async () => {
  await registerTestServer(app, { port: 1 })
  await vi.waitFor(async () => expect(await fetchServerList(app)).toHaveLength(1))
  const stream = await listen()
  expect(stream.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  await vi.waitFor(() => expect(stream.events('hello')).toHaveLength(1))
  const hello = streamHelloSchema.parse(stream.events('hello')[0])
  const { headers, body } = await app.inject({ url: '/api/servers' })
  expect(hello.version).toBe(headers[snapshotVersionHeader])

  const id = await registerTestServer(app, { port: 2 })
  await vi.waitFor(async () => expect(await fetchServerList(app)).toHaveLength(2))
  const status = {
    state: 'online',
    map: 'de_x',
    players: 1,
    max: 2,
    bots: 0,
    locked: true,
    gameVersion: null,
  } as const
  await writeStatus(context, id, status)
  await vi.waitFor(async () => expect((await fetchServerList(app))[1]?.open).toBe(1))
  const [{ id: first } = { id: '' }] = JSON.parse(body) as Server[]
  const url = `/api/operator/servers/${first}`
  await app.inject({ method: 'DELETE', url, headers: asOperator })
  await vi.waitFor(async () => expect(await fetchServerList(app)).toHaveLength(1))

  await vi.waitFor(async () => {
    const list = stream
      .deltas()
      .reduce(apply, { version: hello.version, servers: JSON.parse(body) as Server[] })
    expect(list.servers).toEqual(await fetchServerList(app))
  })
})

/** What a page does with a step. */
function apply(list: { version: string; servers: Server[] }, delta: ServerListDelta) {
  expect(delta.from).toBe(list.version)
  const gone = new Set([...delta.removed, ...delta.changed.map(({ id }) => id)])
  const servers = [...list.servers.filter(({ id }) => !gone.has(id)), ...delta.changed]
  return { version: delta.to, servers: servers.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

interface Fakes {
  stream: ServerStream
  step: (delta: ServerListDelta) => void
}

async function streamOf(): Promise<Fakes> {
  let watcher: (delta: ServerListDelta) => void = () => undefined
  const snapshot = await ListSnapshot.make('1', [])
  const live: Pick<LiveList, 'snapshot' | 'at' | 'watch'> = {
    snapshot,
    at: 5,
    watch: (given) => {
      watcher = given
      return () => undefined
    },
  }
  return { stream: new ServerStream(live), step: (delta) => watcher(delta) }
}

const delta = { from: '1', to: '2', at: 6, changed: [], removed: ['x'] }

test('a listener that does not read is dropped, the others go on', async () => {
  const { stream, step } = await streamOf()
  const [slow, quick] = [0, 1].map(() => new ServerResponse(new IncomingMessage(new Socket())))
  if (!slow || !quick) throw new Error('no responses')
  Object.defineProperty(slow, 'writableLength', { value: streamBacklogMaxBytes + 1 })
  const written: string[] = []
  quick.write = (chunk: unknown) => written.push(String(chunk)) > 0
  stream.add(slow)
  stream.add(quick)
  step(delta)
  await vi.waitFor(() => expect(written).toHaveLength(2))
  expect(slow.destroyed).toBe(true)
  expect(quick.destroyed).toBe(false)
  stream.close()
})

test('more listeners than fit are refused', async () => {
  const { stream } = await streamOf()
  for (let count = 0; count < maxStreamListeners; count++) {
    expect(() => stream.checkRoom()).not.toThrow()
    stream.add(new ServerResponse(new IncomingMessage(new Socket())))
  }
  expect(() => stream.checkRoom()).toThrow(expect.objectContaining({ code: 'stream.full', status: 429 }))
  stream.close()
})

test('D13 C20 one network address has a share of the streams; a closed one is free again, others are not affected', async () => {
  await vi.waitFor(async () => expect(await refusedFrom('127.0.0.9')).toBeNull())
  const opened = await Promise.all(Array.from({ length: streamsPerAddress }, () => openFrom('127.0.0.8')))
  expect(opened.every(({ statusCode }) => statusCode === 200)).toBe(true)
  const refused = await openFrom('127.0.0.8')
  expect([refused.statusCode, JSON.parse(await textOf(refused))]).toEqual([
    429,
    { error: expect.any(String), code: 'stream.address_full' },
  ])
  expect((await openFrom('127.0.0.9')).statusCode).toBe(200)
  opened[0]?.destroy()
  await vi.waitFor(async () => expect(await refusedFrom('127.0.0.8')).toBeNull())
})

async function openFrom(localAddress: string): Promise<IncomingMessage> {
  const [response]: IncomingMessage[] = await once(
    get({ port, localAddress, path: '/api/servers/stream', agent: false }),
    'response',
  )
  if (!response) throw new Error('no answer')
  streams.push(response)
  return response.on('error', () => undefined)
}

async function refusedFrom(address: string): Promise<string | null> {
  const response = await openFrom(address)
  return response.statusCode === 200 ? null : textOf(response)
}

const textOf = async (response: IncomingMessage) => (await response.setEncoding('utf8').toArray()).join('')

test('closing the portal ends open streams', async () => {
  const other = await createServersApp(context)
  await other.listen({ port: 0, host: '127.0.0.1' })
  const path = { port: (other.server.address() as AddressInfo).port, path: '/api/servers/stream' }
  const [response]: IncomingMessage[] = await once(get(path), 'response')
  const ended = once(response?.resume() ?? process, 'end')
  await other.close()
  await expect(ended).resolves.toBeDefined()
})
