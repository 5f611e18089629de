import { withTimeout } from '../../../../../platform/lifecycle/with-timeout.ts'
import Docker from 'dockerode'
import { FileRefused, HostUnreachable } from '../../driver.ts'
import {
  type Container,
  type ListedContainer,
  type Network,
  readArchive,
  containerSchema,
  containerListSchema,
  networkListSchema,
  machineSchema,
  type PathStat,
  pathStatSchema,
  smallFileMaxBytes,
} from './engine.schema.ts'
import { EngineError, isNotFound, getErrorMessage } from './engine-errors.ts'
import { type ArchivedFile, readTarFiles } from './tar-entries.ts'
import { type TarEntry, packTar, readFirstTarFile } from './tar-archive.ts'

/** Time limits in milliseconds. */
export interface EngineTimeouts {
  /** Time limit of a query. */
  queryMs: number
  /** Time limit of a change. */
  changeMs: number
  /** How long a game may take to stop for a restart or a verification before it is killed. */
  stopMs: number
}

type EngineCall<Answer> = (abortSignal: AbortSignal) => Promise<Answer>

/**
 * The engine of one host (Docker, or Podman's service with the same API). Every call ends within its time
 * limit. Throws EngineError if the engine refused, HostUnreachable if the outcome is unknown; something that
 * already exists, is stopped or is removed is no error.
 */
export class EngineClient {
  readonly #docker: Docker
  readonly #hostName: string
  readonly #timeouts: EngineTimeouts

  constructor(hostName: string, docker: Docker, timeouts: EngineTimeouts) {
    this.#hostName = hostName
    this.#docker = docker
    this.#timeouts = timeouts
  }

  /** The memory and the cores of the host. */
  async readMachine(): Promise<{ memoryMb: number; cpus: number }> {
    // Its types leave the options out.
    const docker: { info(options: { abortSignal: AbortSignal }): Promise<unknown> } = this.#docker as never
    const found = await this.#query('describe itself', (abortSignal) => docker.info({ abortSignal }))
    return this.#parse(machineSchema, found)
  }

  /** Null: the engine has none of this name or id. */
  async inspect(name: string): Promise<Container | null> {
    const found = await this.#query('inspect', (abortSignal) =>
      this.#docker.getContainer(name).inspect({ abortSignal }),
    ).catch(ignoreMissing)
    return found === undefined ? null : this.#parse(containerSchema, found)
  }

  /** All containers with a label, whether they run or not. */
  async list(label: string): Promise<ListedContainer[]> {
    const filters = { label: [label] }
    const found = await this.#query('list', (abortSignal) =>
      this.#docker.listContainers({ all: true, filters, abortSignal }),
    )
    return this.#parse(containerListSchema, found)
  }

  async create(spec: Docker.ContainerCreateOptions): Promise<void> {
    await this.#change('create', (abortSignal) => this.#docker.createContainer({ ...spec, abortSignal }))
  }

  /** Does nothing where it runs. */
  async start(id: string): Promise<void> {
    await this.#change('start', (abortSignal) => this.#docker.getContainer(id).start({ abortSignal })).catch(
      ignoreNotModified,
    )
  }

  /** Asks it to end and kills it after the grace; does nothing where it does not run or is not there. */
  async stop(id: string, graceMs: number): Promise<void> {
    const t = Math.ceil(graceMs / 1_000)
    await this.#change(
      'stop',
      (abortSignal) => this.#docker.getContainer(id).stop({ t, abortSignal }),
      graceMs,
    )
      .catch(ignoreNotModified)
      .catch(ignoreMissing)
  }

  /** Stops it as `stop` does and starts it; starts it where it does not run. */
  async restart(id: string, graceMs: number): Promise<void> {
    const options = { t: Math.ceil(graceMs / 1_000) }
    await this.#change(
      'restart',
      (abortSignal) => this.#docker.getContainer(id).restart({ ...options, abortSignal }),
      graceMs,
    )
  }

  /** Removes a container, running or not; named volumes stay. */
  async remove(id: string, { force }: { force: boolean }): Promise<void> {
    await this.#change('remove', (abortSignal) =>
      this.#docker.getContainer(id).remove({ force, abortSignal }),
    ).catch(ignoreMissing)
  }

  async hasVolume(name: string): Promise<boolean> {
    const found = await this.#query('look for the data of', (abortSignal) =>
      this.#docker.getVolume(name).inspect({ abortSignal }),
    ).catch(ignoreMissing)
    return found !== undefined
  }

  async removeVolume(name: string): Promise<void> {
    await this.#change('remove the data of', (abortSignal) =>
      this.#docker.getVolume(name).remove({ abortSignal }),
    ).catch(ignoreMissing)
  }

  /** Networks by a filter of the engine's API: `label`, or `name`, which also finds longer names. */
  async listNetworks(filters: { label: string[] } | { name: string[] }): Promise<Network[]> {
    const found = await this.#query('list the networks', (abortSignal) =>
      this.#docker.listNetworks({ filters, abortSignal }),
    )
    return this.#parse(networkListSchema, found)
  }

  async createNetwork(spec: Docker.NetworkCreateOptions): Promise<void> {
    await this.#change('create a network', (abortSignal) =>
      this.#docker.createNetwork({ ...spec, abortSignal }),
    )
  }

  async removeNetwork(name: string): Promise<void> {
    await this.#change('remove the network of', (abortSignal) =>
      this.#docker.getNetwork(name).remove({ abortSignal }),
    ).catch(ignoreMissing)
  }

  /** Unpacks files in a folder of the container, over those that are there. */
  async put(id: string, path: string, entries: readonly TarEntry[]): Promise<void> {
    const archive = packTar(entries)
    await this.#change('write to', (abortSignal) =>
      this.#docker.getContainer(id).putArchive(archive, { path, abortSignal }),
    )
  }

  /** Reads a small file of the container as text; null if there is none. Throws FileRefused where it grew beyond `maxBytes`. */
  async read(id: string, path: string, maxBytes = smallFileMaxBytes): Promise<string | null> {
    const found = await this.#query('read from', async (abortSignal) => {
      const stream = await this.#docker.getContainer(id).getArchive({ path, abortSignal })
      return readArchive(stream, maxBytes)
    }).catch(ignoreMissingFile)
    return (found && readFirstTarFile(found)?.toString('utf8')) ?? null
  }

  /** Visits the files of a folder as they come. Throws what `visit` throws. */
  async readFiles(
    id: string,
    path: string,
    signal: AbortSignal,
    visit: (file: ArchivedFile) => Promise<void>,
  ): Promise<void> {
    const archive = await this.#query('read from', () =>
      this.#docker.getContainer(id).getArchive({ path, abortSignal: signal }),
    )
    try {
      for await (const file of readTarFiles(archive)) await visit(file)
    } finally {
      // Whatever is left of it is not sent any more.
      if ('destroy' in archive && typeof archive.destroy === 'function') archive.destroy()
    }
  }

  /** What a path of the container is; null if it does not exist. */
  async stat(id: string, path: string): Promise<PathStat | null> {
    const found = await this.#query('look into', async (abortSignal) => {
      const response = await this.#docker.getContainer(id).infoArchive({ path, abortSignal })
      return response.resume()
    }).catch(ignoreMissingFile)
    return found === undefined ? null : this.#parse(pathStatSchema, found)
  }

  /** The last lines of what a container with a terminal printed. */
  async readLog(id: string, lines: number): Promise<string> {
    const options = { stdout: true, stderr: true, tail: lines, follow: false } as const
    const found = await this.#query('read the log of', (abortSignal) =>
      this.#docker.getContainer(id).logs({ ...options, abortSignal }),
    )
    return found.toString('utf8').replaceAll('\r', '').trim()
  }

  #query<Answer>(operation: string, call: EngineCall<Answer>): Promise<Answer> {
    return this.#callEngine(this.#timeouts.queryMs, operation, call)
  }

  #change<Answer>(operation: string, call: EngineCall<Answer>, graceMs = 0): Promise<Answer> {
    return this.#callEngine(this.#timeouts.changeMs + graceMs, operation, call)
  }

  async #callEngine<Answer>(ms: number, operation: string, call: EngineCall<Answer>): Promise<Answer> {
    const lateError = () => new HostUnreachable(`${this.#hostName} did not ${operation} within ${ms} ms`)
    try {
      return await withTimeout(ms, call, lateError)
    } catch (error) {
      if (error instanceof HostUnreachable || error instanceof FileRefused) throw error
      const refused = EngineError.of(this.#hostName, operation, error)
      throw (
        refused ??
        new HostUnreachable(`${this.#hostName} did not ${operation}: ${getErrorMessage(error)}`, {
          cause: error,
        })
      )
    }
  }

  #parse<Answer>(shape: { safeParse(found: unknown): { data?: Answer } }, found: unknown): Answer {
    const { data } = shape.safeParse(found)
    if (data === undefined) throw new HostUnreachable(`${this.#hostName} answered what cannot be read`)
    return data
  }
}

/** Engines word a missing file differently, or not at all; the container itself was seen just before. */
function ignoreMissingFile(error: unknown): undefined {
  if (!(error instanceof EngineError && error.status === 404)) throw error
}

function ignoreMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error
}

/** 304: it already is in the requested state. */
function ignoreNotModified(error: unknown): undefined {
  if (!(error instanceof EngineError && error.status === 304)) throw error
}
