import { setTimeout as delay } from 'node:timers/promises'
import {
  CoreV1Api,
  CustomObjectsApi,
  type KubeConfig,
  ServerConfiguration,
  createConfiguration,
} from '@kubernetes/client-node'
import { HostUnreachable } from '../../driver.ts'
import { getRetryMs, isNotFound, toDriverError } from './cluster-errors.ts'

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

/** The API of one cluster, in one namespace. Each error of a call is one of the driver, or a fault of this program. */
export class ClusterClient {
  readonly name: string
  readonly namespace: string
  readonly config: KubeConfig
  readonly core: CoreV1Api
  readonly custom: CustomObjectsApi
  readonly timeouts: ClusterTimeouts

  constructor(name: string, config: KubeConfig, namespace: string, timeouts: ClusterTimeouts) {
    this.name = name
    this.namespace = namespace
    this.config = config
    this.timeouts = timeouts
    const cluster = config.getCurrentCluster()
    if (!cluster) throw new Error(`${name}: the kubeconfig names no cluster`)
    const configuration = createConfiguration({
      baseServer: new ServerConfiguration(cluster.server, {}),
      authMethods: { default: config },
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
    this.core = new CoreV1Api(configuration)
    this.custom = new CustomObjectsApi(configuration)
  }

  /** Calls the API; a busy server is asked again after the time that it names. Rethrows the refusals of the server as they are. */
  async attempt<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries += 1)
      try {
        return await work()
      } catch (error) {
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

function rethrow(error: unknown): never {
  throw error
}
