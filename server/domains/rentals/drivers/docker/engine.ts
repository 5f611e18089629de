import Docker from 'dockerode'
import { NodeSilent } from '../driver.ts'
import {
  type Container,
  type Listed,
  type Network,
  archived,
  container,
  containers,
  networks,
} from './answers.ts'
import { EngineRefused, isMissing, wordsOf } from './refusal.ts'
import { type TarEntry, packTar, readTar } from './tar.ts'

/** How long something may take, in milliseconds. */
export interface Patience {
  /** An engine to tell. */
  tellMs: number
  /** An engine to do. */
  doMs: number
  /** A game to end when it is restarted or verified, before it is killed. */
  endMs: number
}

type Call<Answer> = (abortSignal: AbortSignal) => Promise<Answer>

/**
 * The engine of one machine (Docker, or Podman's service of the same API). Every call ends within its time. It throws
 * EngineRefused where the engine said no, NodeSilent for everything that says nothing certain; what is there already, stopped
 * already or gone already is no error.
 */
export class Engine {
  readonly #docker: Docker
  readonly #node: string
  readonly #patience: Patience

  constructor(node: string, docker: Docker, patience: Patience) {
    this.#node = node
    this.#docker = docker
    this.#patience = patience
  }

  /** Null: the engine says that there is none of this name or id. */
  async inspect(name: string): Promise<Container | null> {
    const found = await this.#ask('inspect', (abortSignal) =>
      this.#docker.getContainer(name).inspect({ abortSignal }),
    ).catch(unlessMissing)
    return found === undefined ? null : this.#read(container, found)
  }

  /** All containers with a label, whether they run or not. */
  async list(label: string): Promise<Listed[]> {
    const filters = { label: [label] }
    const found = await this.#ask('list', (abortSignal) =>
      this.#docker.listContainers({ all: true, filters, abortSignal }),
    )
    return this.#read(containers, found)
  }

  async create(spec: Docker.ContainerCreateOptions): Promise<void> {
    await this.#do('create', (abortSignal) => this.#docker.createContainer({ ...spec, abortSignal }))
  }

  /** Does nothing where it runs. */
  async start(id: string): Promise<void> {
    await this.#do('start', (abortSignal) => this.#docker.getContainer(id).start({ abortSignal })).catch(
      unlessSo,
    )
  }

  /** Asks it to end and kills it after the grace; does nothing where it does not run or is not there. */
  async stop(id: string, graceMs: number): Promise<void> {
    const t = Math.ceil(graceMs / 1_000)
    await this.#do('stop', (abortSignal) => this.#docker.getContainer(id).stop({ t, abortSignal }), graceMs)
      .catch(unlessSo)
      .catch(unlessMissing)
  }

  /** Stops it as `stop` does and starts it; starts it where it does not run. */
  async restart(id: string, graceMs: number): Promise<void> {
    const options = { t: Math.ceil(graceMs / 1_000) }
    await this.#do(
      'restart',
      (abortSignal) => this.#docker.getContainer(id).restart({ ...options, abortSignal }),
      graceMs,
    )
  }

  /** Removes a container, running or not; named volumes stay. */
  async remove(id: string, { force }: { force: boolean }): Promise<void> {
    await this.#do('remove', (abortSignal) =>
      this.#docker.getContainer(id).remove({ force, abortSignal }),
    ).catch(unlessMissing)
  }

  async removeVolume(name: string): Promise<void> {
    await this.#do('remove the data of', (abortSignal) =>
      this.#docker.getVolume(name).remove({ abortSignal }),
    ).catch(unlessMissing)
  }

  /** Networks by a filter of the engine's API: `label`, or `name`, which also finds longer names. */
  async listNetworks(filters: { label: string[] } | { name: string[] }): Promise<Network[]> {
    const found = await this.#ask('list the networks', (abortSignal) =>
      this.#docker.listNetworks({ filters, abortSignal }),
    )
    return this.#read(networks, found)
  }

  async createNetwork(spec: Docker.NetworkCreateOptions): Promise<void> {
    await this.#do('create a network', (abortSignal) => this.#docker.createNetwork({ ...spec, abortSignal }))
  }

  async removeNetwork(name: string): Promise<void> {
    await this.#do('remove the network of', (abortSignal) =>
      this.#docker.getNetwork(name).remove({ abortSignal }),
    ).catch(unlessMissing)
  }

  /** Unpacks files in a folder of the container, over those that are there. */
  async put(id: string, path: string, entries: readonly TarEntry[]): Promise<void> {
    const archive = packTar(entries)
    await this.#do('write to', (abortSignal) =>
      this.#docker.getContainer(id).putArchive(archive, { path, abortSignal }),
    )
  }

  /** A file of the container as text; null where there is none. For small files. */
  async read(id: string, path: string): Promise<string | null> {
    const found = await this.#ask('read from', async (abortSignal) => {
      const stream = await this.#docker.getContainer(id).getArchive({ path, abortSignal })
      return archived(stream)
    }).catch((error: unknown) => {
      // Engines word a missing file differently, or not at all; the container itself was seen just before.
      if (error instanceof EngineRefused && error.status === 404) return undefined
      throw error
    })
    return (found && readTar(found)?.toString('utf8')) ?? null
  }

  #ask<Answer>(what: string, call: Call<Answer>): Promise<Answer> {
    return this.#within(this.#patience.tellMs, what, call)
  }

  #do<Answer>(what: string, call: Call<Answer>, graceMs = 0): Promise<Answer> {
    return this.#within(this.#patience.doMs + graceMs, what, call)
  }

  async #within<Answer>(ms: number, what: string, call: Call<Answer>): Promise<Answer> {
    const controller = new AbortController()
    let late: NodeJS.Timeout | undefined
    const lateness = new Promise<never>((_answer, refuse) => {
      late = setTimeout(() => {
        refuse(new NodeSilent(`${this.#node} did not ${what} within ${ms} ms`))
        controller.abort()
      }, ms)
    })
    try {
      return await Promise.race([call(controller.signal), lateness])
    } catch (error) {
      if (error instanceof NodeSilent) throw error
      const refused = EngineRefused.of(this.#node, what, error)
      throw refused ?? new NodeSilent(`${this.#node} did not ${what}: ${wordsOf(error)}`, { cause: error })
    } finally {
      clearTimeout(late)
    }
  }

  #read<Answer>(shape: { safeParse(found: unknown): { data?: Answer } }, found: unknown): Answer {
    const { data } = shape.safeParse(found)
    if (data === undefined) throw new NodeSilent(`${this.#node} answered what cannot be read`)
    return data
  }
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** 304: it is as it was to be. */
function unlessSo(error: unknown): undefined {
  if (!(error instanceof EngineRefused && error.status === 304)) throw error
}
