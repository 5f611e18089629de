import { setTimeout as delay } from 'node:timers/promises'
import {
  CoreV1Api,
  CustomObjectsApi,
  type KubeConfig,
  ServerConfiguration,
  createConfiguration,
} from '@kubernetes/client-node'
import { HostUnreachable } from '../../driver.ts'
import { getRetryMs, isNotFound, isUnauthorized, toDriverError } from './cluster-errors.ts'

/** Limits of time, in ms. */
export interface ClusterTimeouts {
  /** One call of the API. */
  callMs: number
  /** A pod that is created until it runs, and one that is deleted until it is gone, beyond its grace. */
  podMs: number
  /** Between two looks at a pod. */
  pollMs: number
}

const maxTries = 4

/** Where the address and the credentials of a cluster come from. */
export interface ConfigSource {
  /** Throws where it cannot be read. */
  load: () => KubeConfig
  /** Another text after each change. */
  readRevision: () => string
}

interface Connection {
  config: KubeConfig
  core: CoreV1Api
  custom: CustomObjectsApi
  revision: string
}

/**
 * The API of one cluster, in one namespace. Each error of a call is one of the driver, or a fault of this program. What is configured is
 * read at the first call, after each change of it, and when the cluster refuses it.
 */
export class ClusterClient {
  readonly name: string
  readonly namespace: string
  readonly timeouts: ClusterTimeouts
  readonly #source: ConfigSource
  #connection: Connection | null = null

  constructor(name: string, source: ConfigSource, namespace: string, timeouts: ClusterTimeouts) {
    this.name = name
    this.namespace = namespace
    this.#source = source
    this.timeouts = timeouts
  }

  /** These throw HostUnreachable where what is configured cannot be used. */
  get config(): KubeConfig {
    return this.#connect().config
  }

  get core(): CoreV1Api {
    return this.#connect().core
  }

  get custom(): CustomObjectsApi {
    return this.#connect().custom
  }

  #connect(): Connection {
    const revision = this.#source.readRevision()
    if (this.#connection?.revision === revision) return this.#connection
    try {
      this.#connection = openConnection(this.name, this.#source.load(), this.timeouts, revision)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      // A file that is being replaced: what was read of it before may still serve.
      if (!this.#connection) throw new HostUnreachable(`${this.name}: the kubeconfig is unusable: ${message}`)
    }
    return this.#connection
  }

  /** Calls the API; a busy server is asked again after the time that it names, one that refuses the credentials with new ones. Rethrows the refusals of the server as they are. */
  async attempt<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries += 1)
      try {
        return await work()
      } catch (error) {
        if (isUnauthorized(error) && tries === 1) {
          this.#connection = null
          continue
        }
        const retryMs = getRetryMs(error)
        if (retryMs === null || tries === maxTries) throw error
        await delay(retryMs)
      }
  }

  /** Calls the API. Throws HostUnreachable and HostFull. */
  async call<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await this.attempt(work)
    } catch (error) {
      throw toDriverError(error, this.name)
    }
  }

  /** Reads one object; null if it does not exist. */
  async find<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
    return this.call(() => work().catch((error: unknown) => (isNotFound(error) ? null : rethrow(error))))
  }

  /**
   * Looks again until `look` finds something else than null, for `withinMs` at most. Throws HostUnreachable then: what is waited for
   * may still happen.
   */
  async poll<Found>(withinMs: number, waitingFor: string, look: () => Promise<Found | null>): Promise<Found> {
    const { pollMs } = this.timeouts
    for (let waitedMs = 0; ; waitedMs += pollMs) {
      const found = await look()
      if (found !== null) return found
      if (waitedMs >= withinMs) throw new HostUnreachable(`${this.name}: ${waitingFor} takes too long`)
      await delay(pollMs)
    }
  }
}

function openConnection(
  name: string,
  config: KubeConfig,
  timeouts: ClusterTimeouts,
  revision: string,
): Connection {
  const cluster = config.getCurrentCluster()
  if (!cluster) throw new Error('its context names no cluster')
  const configuration = createConfiguration({
    baseServer: new ServerConfiguration(cluster.server, {}),
    authMethods: {
      default: {
        getName: () => 'kubeconfig',
        applySecurityAuthentication: (request) =>
          config.applySecurityAuthentication(request).catch((error: unknown) => {
            const message = error instanceof Error ? error.message : String(error)
            throw new HostUnreachable(`${name}: there are no credentials: ${message}`)
          }),
      },
    },
    promiseMiddleware: [
      {
        pre: (request) => {
          request.setSignal(AbortSignal.timeout(timeouts.callMs))
          return Promise.resolve(request)
        },
        post: (response) => Promise.resolve(response),
      },
    ],
  })
  return { config, core: new CoreV1Api(configuration), custom: new CustomObjectsApi(configuration), revision }
}

function rethrow(error: unknown): never {
  throw error
}
