import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { readBody } from '../../request-body.ts'
import { admitGameServer } from '../agones/admit-game-server.ts'
import { GameServerController } from '../agones/game-server-controller.ts'
import { Faults } from './faults.ts'
import { type ApiObject, ObjectStore, Refusal, matchesLabels } from './object-store.ts'
import { schedulePods } from './scheduler.ts'

const corePath = /^\/api\/v1(?:\/namespaces\/([^/]+))?\/([a-z]+)(?:\/([^/]+))?(?:\/([a-z]+))?$/
const groupPath = /^\/apis\/([^/]+)\/v1(?:\/namespaces\/([^/]+))?\/([a-z]+)(?:\/([^/]+))?(?:\/([a-z]+))?$/
const maxBodyBytes = 3_000_000
const clusterResources = new Set(['nodes', 'namespaces'])
/** Its status is no resource of its own. */
const gameServers = 'gameservers'

interface Call {
  method: string
  namespace: string | undefined
  resource: string
  name: string | undefined
  subresource: string | undefined
  query: URLSearchParams
  body: unknown
}

/** The HTTP API of a cluster with its scheduler and garbage collection, for the objects that game servers need. */
export class ApiServer {
  readonly store = new ObjectStore()
  readonly faults = new Faults()
  readonly #server: Server
  /** Requests by method and resource, for tests that count them. */
  readonly counts = new Map<string, number>()
  readonly #agones: GameServerController | null

  /** With the image of its SDK, Agones is installed. */
  constructor(sdkImage?: string) {
    this.#agones = sdkImage === undefined ? null : new GameServerController(this.store, sdkImage)
    this.#server = createServer((request, response) => void this.#handle(request, response))
    this.#server.on('upgrade', (request, socket, head) => this.#proxyExec(request, socket as never, head))
    this.store.onChange(({ resource }) => {
      if (resource === 'pods' || resource === 'nodes') setImmediate(() => schedulePods(this.store))
    })
  }

  async listen(port: number): Promise<string> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const { pathname, searchParams } = new URL(url, 'http://api')
    try {
      const text = (await readBody(request, maxBodyBytes)) ?? Buffer.alloc(0)
      if (pathname === '/emulator/faults') {
        this.faults.set(JSON.parse(text.toString()))
        return send(response, 200, {})
      }
      if (pathname === '/emulator/agones') {
        this.#agones?.setPaused(JSON.parse(text.toString()).isPaused)
        return send(response, 200, {})
      }
      if (pathname === '/emulator/counts') return send(response, 200, Object.fromEntries(this.counts))
      // The kubelets of the emulator itself are not disturbed.
      const fault = request.headers['x-emulator-kubelet'] ? null : this.faults.take(method, pathname)
      if (fault?.hang) return
      if (fault?.code !== undefined) {
        if (fault.retryAfterSeconds !== undefined) response.setHeader('retry-after', fault.retryAfterSeconds)
        throw new Refusal(fault.code, 'Fault', `the emulator answers ${fault.code}`)
      }
      const call = readCall(
        method,
        pathname,
        searchParams,
        text.length > 0 ? JSON.parse(text.toString()) : null,
      )
      this.counts.set(`${method} ${call.resource}`, (this.counts.get(`${method} ${call.resource}`) ?? 0) + 1)
      if (searchParams.get('watch') === 'true') return this.#watch(call, response)
      const answer = this.#answer(call)
      if (fault?.loseAnswer) return void request.socket.destroy()
      send(response, method === 'POST' ? 201 : 200, answer)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, reason, message } = error
      send(response, code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message })
    }
  }

  #answer({ method, namespace, resource, name, subresource, query, body }: Call): unknown {
    const { store } = this
    const sent = body as ApiObject
    const isGameServer = resource === gameServers
    if (isGameServer && (!this.#agones || subresource !== undefined))
      throw new Refusal(404, 'NotFound', 'the server could not find the requested resource')
    if (method === 'POST')
      return store.create(resource, namespace, isGameServer ? admitGameServer(sent) : sent)
    if (name === undefined) return this.#list(resource, namespace, query)
    if (method === 'GET') return store.get(resource, namespace, name)
    if (method === 'PUT') {
      const part = subresource === 'status' ? 'status' : 'spec'
      return store.replace(resource, namespace, sent, isGameServer ? 'all' : part)
    }
    if (method === 'PATCH') {
      const before = store.get(resource, namespace, name)
      return store.setStatus(resource, before, mergePatch(before, body) as ApiObject)
    }
    if (method !== 'DELETE') throw new Refusal(405, 'MethodNotAllowed', method)
    const options = (body ?? {}) as { gracePeriodSeconds?: number; preconditions?: { uid?: string } }
    const object = store.get(resource, namespace, name)
    // Only a pod on a node has something that needs time.
    const isRunning = resource === 'pods' && object.spec?.['nodeName'] !== undefined
    const asked = Number(query.get('gracePeriodSeconds') ?? options.gracePeriodSeconds ?? 30)
    return store.delete(resource, namespace, name, {
      uid: options.preconditions?.uid,
      graceSeconds: isRunning ? asked : 0,
    })
  }

  #list(resource: string, namespace: string | undefined, query: URLSearchParams): unknown {
    const all = this.store.list(resource, namespace).filter((object) => isSelected(object, query))
    const from = Number(query.get('continue') ?? 0)
    const to = from + Number(query.get('limit') ?? all.length)
    const metadata = {
      resourceVersion: this.store.version,
      ...(to < all.length && { continue: String(to), remainingItemCount: all.length - to }),
    }
    return { kind: 'List', apiVersion: 'v1', metadata, items: all.slice(from, to) }
  }

  #watch({ resource, namespace, query }: Call, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' })
    const stop = this.store.onChange((change) => {
      const isInside = namespace === undefined || change.object.metadata.namespace === namespace
      if (change.resource !== resource || !isInside || !isSelected(change.object, query)) return
      response.write(`${JSON.stringify({ type: change.type, object: change.object })}\n`)
    })
    response.on('close', stop)
  }

  /** An exec is passed to the kubelet of the pod's node, as the API server passes this protocol. */
  #proxyExec(request: IncomingMessage, socket: import('node:net').Socket, head: Buffer): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://api')
    const [, namespace, , name, subresource] = corePath.exec(pathname) ?? []
    const pod = this.store.find('pods', namespace, name ?? '')
    const node = this.store.find('nodes', undefined, (pod?.spec?.['nodeName'] ?? '') as string)
    const endpoints = node?.status?.['daemonEndpoints'] as { kubeletEndpoint?: { Port?: number } } | undefined
    const port = endpoints?.kubeletEndpoint?.Port
    // The API server does not reach a silent node, whose pods it still reports as running.
    const isSilent = node?.metadata.annotations?.['emulator/silent'] !== undefined
    const fault = isSilent ? { code: 502 } : this.faults.take('EXEC', pathname)
    if (subresource !== 'exec' || port === undefined || fault)
      return void socket.end(`HTTP/1.1 ${fault?.code ?? 404} Refused\r\ncontent-length: 0\r\n\r\n`)
    const query = new URLSearchParams(
      searchParams.getAll('command').map((word): [string, string] => ['command', word]),
    )
    for (const [asked, given] of [
      ['stdin', 'input'],
      ['stdout', 'output'],
      ['stderr', 'error'],
    ] as const)
      if (searchParams.get(asked) === 'true') query.set(given, '1')
    const container = searchParams.get('container') ?? ''
    const kubelet = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      kubelet.write(`GET /exec/${namespace}/${name}/${container}?${query.toString()} HTTP/1.1\r\n`)
      for (let at = 0; at < request.rawHeaders.length; at += 2)
        kubelet.write(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}\r\n`)
      kubelet.write('\r\n')
      kubelet.write(head)
      kubelet.pipe(socket).pipe(kubelet)
    })
    for (const [one, other] of [
      [kubelet, socket],
      [socket, kubelet],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  }
}

function readCall(method: string, path: string, query: URLSearchParams, body: unknown): Call {
  const core = corePath.exec(path)
  const group = groupPath.exec(path)
  const [namespace, resource = '', name, subresource] = core?.slice(1) ?? group?.slice(2) ?? []
  if (!core && !group) throw new Refusal(404, 'NotFound', `no ${path}`)
  if (namespace === undefined && !clusterResources.has(resource) && method !== 'GET')
    throw new Refusal(404, 'NotFound', `no ${path}`)
  return { method, namespace, resource, name, subresource, query, body }
}

function isSelected(object: ApiObject, query: URLSearchParams): boolean {
  const [, node] = /^spec\.nodeName=(.+)$/.exec(query.get('fieldSelector') ?? '') ?? []
  if (node !== undefined && object.spec?.['nodeName'] !== node) return false
  return matchesLabels(object, query.get('labelSelector') ?? '')
}

function mergePatch(before: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const merged: Record<string, unknown> = { ...(before as Record<string, unknown>) }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = mergePatch(merged[key], value)
  }
  return merged
}

function send(response: ServerResponse, code: number, answer: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer))
}
