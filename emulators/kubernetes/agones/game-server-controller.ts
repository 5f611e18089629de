import { type ApiObject, type Change, type ObjectStore, Refusal } from '../api/object-store.ts'
import { buildPod } from './build-pod.ts'
import { type GameServerState, finalizer, getSpec, getState } from './game-server-types.ts'

const resource = 'gameservers'
/** Once its pod was made. */
const withPod: ReadonlySet<GameServerState> = new Set(['Scheduled', 'RequestReady', 'Ready'])
const final: ReadonlySet<GameServerState> = new Set(['Shutdown', 'Unhealthy', 'Error'])

/**
 * The controllers of Agones that concern a GameServer without a fleet: one pod is made and never replaced; a pod that fails or goes makes it
 * `Unhealthy` permanently, one that ends with 0 ends it; deleting it waits for its pod.
 */
export class GameServerController {
  readonly #store: ObjectStore
  readonly #sdkImage: string
  #isPaused = false

  constructor(store: ObjectStore, sdkImage: string) {
    this.#store = store
    this.#sdkImage = sdkImage
    store.onChange((change) => this.#onChange(change))
  }

  /** A paused one sees nothing, as one whose pods do not run; later it sees everything. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    if (isPaused) return
    for (const { metadata } of this.#store.list(resource)) this.#syncSoon(metadata.namespace, metadata.name)
  }

  #onChange({ resource: changed, object }: Change): void {
    if (changed === resource || changed === 'pods')
      this.#syncSoon(object.metadata.namespace, object.metadata.name)
  }

  #syncSoon(namespace: string | undefined, name: string): void {
    setImmediate(() => {
      const gameServer = this.#store.find(resource, namespace, name)
      if (gameServer && !this.#isPaused) this.#sync(gameServer)
    })
  }

  #sync(gameServer: ApiObject): void {
    const pod = this.#findPod(gameServer)
    if (gameServer.metadata.deletionTimestamp !== undefined) return this.#finishDeletion(gameServer, pod)
    const state = getState(gameServer)
    if (state === 'Shutdown') {
      const { namespace, name } = gameServer.metadata
      this.#store.delete(resource, namespace, name, { graceSeconds: 0 })
    }
    if (final.has(state)) return
    const phase = pod?.status?.['phase']
    if ((withPod.has(state) && !pod) || phase === 'Failed') return this.#setState(gameServer, 'Unhealthy')
    if (phase === 'Succeeded') return this.#setState(gameServer, 'Shutdown')
    if (state === 'Creating') this.#createPod(gameServer)
    if (state === 'Starting' && pod?.spec?.['nodeName'] !== undefined && pod.status?.['podIPs'] !== undefined)
      this.#setState(gameServer, 'Scheduled', this.#getPlace(gameServer, pod))
    if (state === 'RequestReady') this.#setState(gameServer, 'Ready')
  }

  #finishDeletion(gameServer: ApiObject, pod: ApiObject | undefined): void {
    if (!pod) {
      const finalizers = (gameServer.metadata.finalizers ?? []).filter((one) => one !== finalizer)
      this.#store.setStatus(resource, gameServer, { metadata: { ...gameServer.metadata, finalizers } })
      return
    }
    if (pod.metadata.deletionTimestamp !== undefined) return
    const isOnNode = pod.spec?.['nodeName'] !== undefined
    const { terminationGracePeriodSeconds = 30 } = getSpec(gameServer).template.spec
    this.#store.delete('pods', pod.metadata.namespace, pod.metadata.name, {
      graceSeconds: isOnNode ? terminationGracePeriodSeconds : 0,
    })
  }

  #createPod(gameServer: ApiObject): void {
    try {
      this.#store.create('pods', gameServer.metadata.namespace, buildPod(gameServer, this.#sdkImage))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // A pod of the name is taken for its own, which it is not found to be later.
      if (error.code !== 409) return this.#setState(gameServer, 'Error')
    }
    this.#setState(gameServer, 'Starting')
  }

  #getPlace(gameServer: ApiObject, pod: ApiObject): Record<string, unknown> {
    const nodeName = pod.spec?.['nodeName'] as string
    const node = this.#store.find('nodes', undefined, nodeName)
    const addresses = (node?.status?.['addresses'] ?? []) as { type: string; address: string }[]
    const ports = (getSpec(gameServer).ports ?? []).map(({ name, hostPort }) => ({ name, port: hostPort }))
    return { nodeName, address: addresses.at(0)?.address ?? '', addresses, ports }
  }

  #setState(gameServer: ApiObject, state: GameServerState, more: Record<string, unknown> = {}): void {
    this.#store.setStatus(resource, gameServer, { status: { ...gameServer.status, ...more, state } })
  }

  #findPod({ metadata }: ApiObject): ApiObject | undefined {
    const pod = this.#store.find('pods', metadata.namespace, metadata.name)
    const isControlled = pod?.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid)
    return isControlled ? pod : undefined
  }
}
