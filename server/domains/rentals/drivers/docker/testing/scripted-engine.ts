import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { packTar } from '../engine/tar-archive.ts'
import {
  type EngineRequest,
  type EngineResponse,
  errorResponse,
  parseCall,
  sendResponse,
} from './engine-messages.ts'

/** What goes wrong with a call: instead of its effect, or after it. */
export interface EngineFault {
  when: 'before' | 'after'
  /** Never answers, closes the connection in the middle of its answer, or answers this. */
  how: 'hang' | 'cut' | { status: number; body: string }
}

interface ScriptedContainer {
  id: string
  name: string
  spec: z.output<typeof containerSpecSchema>
  startedAt: string | null
  hasRun: boolean
}

const containerSpecSchema = z.looseObject({
  Image: z.string(),
  Entrypoint: z.array(z.string()),
  Cmd: z.array(z.string()),
  Labels: z.record(z.string(), z.string()),
  HostConfig: z.looseObject({ Mounts: z.array(z.looseObject({ Source: z.string() })) }),
})

const networkSpecSchema = z.looseObject({ Name: z.string(), Labels: z.record(z.string(), z.string()) })

/** An engine in this process that speaks Docker's API or Podman's dialect of it, and fails as scripted. */
export class ScriptedEngine {
  readonly url: string
  readonly dialect: 'docker' | 'podman'
  /** Every call that came, in order. */
  readonly calls: string[] = []
  readonly containers = new Map<string, ScriptedContainer>()
  /** Files by their path, of each volume. */
  readonly volumes = new Map<string, Map<string, string>>()
  /** How many inspections do not find a container whose name is already reserved, as Podman's do. */
  hiddenInspections = 0
  readonly networks = new Map<string, z.output<typeof networkSpecSchema>>()
  /** Asked at each call, with the number of the calls before it. */
  fault: (what: string, number: number) => EngineFault | undefined = () => undefined
  /** Called for each call that is left unanswered. */
  onSilence: () => void = () => undefined
  starts = 0
  readonly #createdNames: string[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), 'clutch-engine-'))
  readonly #server = createServer((request, response) => void this.#handle(request, response))

  constructor(dialect: 'docker' | 'podman' = 'docker') {
    this.dialect = dialect
    this.url = `unix://${join(this.#folder, 'engine.sock')}`
  }

  async open(): Promise<this> {
    this.#server.listen(join(this.#folder, 'engine.sock'))
    await once(this.#server, 'listening')
    return this
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://engine')
    const call = { ...parseCall(request.method ?? '', url), url, body: await buffer(request) }
    const fault = this.fault(call.what, this.calls.length)
    this.calls.push(call.what)
    const answer = fault?.when === 'before' ? null : this.#respond(call)
    if (fault?.how === 'hang') this.onSilence()
    else if (fault?.how === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json' }).write('[{"Id":')
      setImmediate(() => response.destroy())
      this.onSilence()
    } else if (fault) response.writeHead(fault.how.status).end(fault.how.body)
    else if (answer) sendResponse(response, answer)
  }

  #respond(call: EngineRequest): EngineResponse {
    if (call.what === 'create') return this.#create(call)
    if (call.what === 'info') return { status: 200, body: { NCPU: 8, MemTotal: 33_529_765_888 } }
    if (call.what === 'list') return { status: 200, body: this.#listContainers(call) }
    if (call.what.startsWith('network')) return this.#respondToNetworkCall(call)
    if (call.what === 'volume' || call.what === 'forget') return this.#respondToVolumeCall(call)
    const container = this.find(call.target)
    const isHidden = call.what === 'inspect' && this.hiddenInspections > 0
    if (isHidden) this.hiddenInspections -= 1
    if (!container || isHidden) return errorResponse(404, `No such container: ${call.target}`)
    return this.#respondToContainerCall(container, call)
  }

  #respondToVolumeCall({ what, target }: EngineRequest): EngineResponse {
    if (!this.volumes.has(target)) return errorResponse(404, `get ${target}: no such volume`)
    if (what === 'volume') return { status: 200, body: { Name: target, Driver: 'local', Scope: 'local' } }
    const users = [...this.containers.values()].filter((one) => getVolumeOf(one) === target)
    if (users.length > 0) return errorResponse(409, `remove ${target}: volume is in use - [${users[0]?.id}]`)
    this.volumes.delete(target)
    return { status: 204 }
  }

  #respondToNetworkCall({ what, target, url, body }: EngineRequest): EngineResponse {
    if (what === 'network list') {
      const found = [...this.networks.values()].filter(
        ({ Name, Labels }) => matchesLabels(Labels, url) && matchesName(Name, url),
      )
      return { status: 200, body: found.map(toNetworkJson) }
    }
    if (what === 'network create') {
      const network = networkSpecSchema.parse(JSON.parse(body.toString()))
      if (this.networks.has(network.Name))
        return errorResponse(409, `network with name ${network.Name} already exists`)
      this.networks.set(network.Name, network)
      return { status: 201, body: { Id: network.Name } }
    }
    const found = this.networks.get(target)
    if (!found) return errorResponse(404, `network ${target} not found`)
    const users = [...this.containers.values()].filter(
      ({ spec: { HostConfig } }) => HostConfig['NetworkMode'] === target,
    )
    if (users.length > 0)
      return errorResponse(403, `error while removing network: ${target} has active endpoints`)
    this.networks.delete(target)
    return { status: 204 }
  }

  #respondToContainerCall(container: ScriptedContainer, { what, url, body }: EngineRequest): EngineResponse {
    const isRunning = container.startedAt !== null
    const path = url.searchParams.get('path') ?? ''
    if (what === 'inspect') return { status: 200, body: toInspectJson(container) }
    if (what === 'put') return this.#writeFiles(container, path, body)
    if (what === 'get' || what === 'stat') {
      const content = this.#getVolume(container).get(path.replace('/clutch/', ''))
      if (content === undefined) return errorResponse(404, `Could not find the file ${path} in container`)
      const stat = { size: Buffer.byteLength(content), mode: 0o600, mtime: '2026-01-01T00:00:00Z' }
      if (what === 'stat') return { status: 200, stat }
      return { status: 200, body: packTar([{ path: 'file', content, uid: 0, gid: 0 }]) }
    }
    if (what === 'remove') {
      if (isRunning && url.searchParams.get('force') !== 'true') return errorResponse(409, 'it is running')
      this.containers.delete(container.name)
      return { status: 204 }
    }
    if (what === (isRunning ? 'start' : 'stop')) return { status: 304 }
    if (what === 'stop') container.startedAt = null
    else this.#start(container)
    return { status: 204 }
  }

  /** By name or id. */
  find(name: string): ScriptedContainer | undefined {
    return this.containers.get(name) ?? [...this.containers.values()].find(({ id }) => id === name)
  }

  /** How many containers were made under a name. */
  madeUnder(name: string): number {
    return this.#createdNames.filter((one) => one === name).length
  }

  /** What runs in a container ends by itself. */
  end(name: string): void {
    const container = this.find(name)
    if (container) container.startedAt = null
  }

  #start(container: ScriptedContainer): void {
    this.starts += 1
    container.hasRun = true
    container.startedAt = `2026-01-01T00:00:00.${String(this.starts).padStart(9, '0')}Z`
  }

  #create({ url, body }: EngineRequest): EngineResponse {
    const name = url.searchParams.get('name') ?? ''
    if (this.containers.has(name))
      return this.dialect === 'docker'
        ? errorResponse(409, `Conflict. The container name "/${name}" is already in use by container "1".`)
        : errorResponse(500, `the container name "${name}" is already in use: that name is already in use`)
    const container: ScriptedContainer = {
      id: randomUUID(),
      name,
      spec: containerSpecSchema.parse(JSON.parse(body.toString())),
      startedAt: null,
      hasRun: false,
    }
    this.containers.set(name, container)
    this.#createdNames.push(name)
    this.#getVolume(container)
    return { status: 201, body: { Id: container.id, Warnings: [] } }
  }

  #writeFiles(container: ScriptedContainer, path: string, body: Buffer): EngineResponse {
    if (path === '/clutch')
      for (const [file, text] of readTarFiles(body)) this.#getVolume(container).set(file, text)
    return { status: 200 }
  }

  #getVolume(container: ScriptedContainer): Map<string, string> {
    const name = getVolumeOf(container)
    const files = this.volumes.get(name) ?? new Map<string, string>()
    this.volumes.set(name, files)
    return files
  }

  #listContainers({ url }: EngineRequest): unknown {
    return [...this.containers.values()]
      .filter(({ spec: { Labels } }) => matchesLabels(Labels, url))
      .map(({ id, name, spec: { Labels } }) => ({ Id: id, Names: [`/${name}`], Labels }))
  }
}

function getVolumeOf({ spec: { HostConfig } }: ScriptedContainer): string {
  return HostConfig.Mounts.at(-1)?.Source ?? ''
}

const filtersSchema = z.object({
  label: z.array(z.string()).default([]),
  name: z.array(z.string()).default(['']),
})

function parseFilters({ searchParams }: URL) {
  return filtersSchema.parse(JSON.parse(searchParams.get('filters') ?? ''))
}

function matchesLabels(labels: Readonly<Record<string, string>>, url: URL): boolean {
  const words = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  return parseFilters(url).label.every((one) => words.includes(one))
}

function matchesName(name: string, url: URL): boolean {
  return parseFilters(url).name.some((part) => name.includes(part))
}

function toNetworkJson({ Name, Labels }: z.output<typeof networkSpecSchema>): unknown {
  return { Name, Labels, Created: '2025-12-31T00:00:00.123456789Z' }
}

function toInspectJson({ id, spec: { Labels }, startedAt, hasRun }: ScriptedContainer): unknown {
  const never = hasRun ? '2025-12-31T00:00:00.5Z' : '0001-01-01T00:00:00Z'
  return {
    Id: id,
    Created: '2025-12-31T00:00:00.123456789Z',
    State: { Running: startedAt !== null, StartedAt: startedAt ?? never, ExitCode: 0 },
    Config: { User: '1000:1000', Labels },
  }
}

/** The files in an archive and their text, by their paths. */
function readTarFiles(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const text = (from: number, to: number) => archive.toString('utf8', from, to).replace(/\0.*$/s, '')
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, at + 136), 8)
    const content = at + 512
    if (text(at + 156, at + 157) === '0')
      files.set(text(at, at + 100), archive.toString('utf8', content, content + size))
    at = content + Math.ceil(size / 512) * 512
  }
  return files
}
