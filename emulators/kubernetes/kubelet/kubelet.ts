import type { ApiObject } from '../api/object-store.ts'
import type { ApiClient } from './api-client.ts'
import { ExecServer } from './exec-server.ts'
import { PodRunner } from './pod-runner.ts'
import type { KubeletOptions } from './pod-types.ts'

const lookIntervalMs = 100
/** Kubernetes expects a sign of life every ten seconds. */
const heartbeatMs = 8_000

interface Known {
  runner: PodRunner
  /** The status that the API has. */
  written: string
  isEnding: boolean
}

/** One node: registers itself, and runs the pods that are bound to it as processes of this machine. */
export class Kubelet {
  readonly #api: ApiClient
  readonly #options: KubeletOptions
  readonly #exec = new ExecServer()
  readonly #pods = new Map<string, Known>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #heartbeatAt = 0
  #port = 0

  constructor(api: ApiClient, options: KubeletOptions) {
    this.#api = api
    this.#options = options
  }

  async start(): Promise<void> {
    this.#port = await this.#exec.listen((namespace, name) => {
      const found = [...this.#pods.values()].find(
        ({ runner: { pod } }) => pod.metadata.namespace === namespace && pod.metadata.name === name,
      )
      return found?.runner
    })
    const { nodeName, labels = {} } = this.#options
    await this.#api.call('POST', '/api/v1/nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: nodeName, labels: { 'kubernetes.io/hostname': nodeName, ...labels } },
    })
    await this.#beat()
    this.#loop()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.all([...this.#pods.values()].map(({ runner }) => runner.end(0)))
    this.#exec.close()
    this.#api.close()
  }

  #loop(): void {
    this.#timer = setTimeout(() => {
      const look = this.#look().catch((error: unknown) => {
        if (!this.#isClosed) process.stderr.write(`kubelet ${this.#options.nodeName}: ${String(error)}\n`)
      })
      void look.then(() => {
        if (!this.#isClosed) this.#loop()
      })
    }, lookIntervalMs)
  }

  async #look(): Promise<void> {
    if (Date.now() - this.#heartbeatAt > heartbeatMs) await this.#beat()
    const pods = await this.#api.listPods(this.#options.nodeName)
    const present = new Set(pods.map(({ metadata }) => metadata.uid))
    for (const pod of pods) await this.#handle(pod)
    // Deleted by force: a kubelet ends what the API no longer has.
    for (const [uid, known] of this.#pods)
      if (!present.has(uid) && !known.isEnding) {
        known.isEnding = true
        void known.runner.end(1_000).then(() => this.#pods.delete(uid))
      }
  }

  async #handle(pod: ApiObject): Promise<void> {
    const { uid, deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata
    const known = this.#pods.get(uid) ?? this.#begin(pod)
    if (deletionTimestamp !== undefined && !known.isEnding) {
      known.isEnding = true
      void this.#end(pod, known.runner, deletionGracePeriodSeconds * 1_000)
    }
    if (known.isEnding) return
    const status = JSON.stringify(known.runner.status())
    if (status === known.written) return
    const saved = await this.#api.call('PUT', `${getPath(pod)}/status`, {
      ...pod,
      status: { ...pod.status, ...JSON.parse(status) },
    })
    if (saved !== null) known.written = status
  }

  #begin(pod: ApiObject): Known {
    const runner = new PodRunner(this.#api, this.#options, pod)
    const known = { runner, written: '', isEnding: false }
    this.#pods.set(pod.metadata.uid, known)
    if (pod.metadata.deletionTimestamp === undefined && !hasEnded(pod)) void runner.start()
    return known
  }

  async #end(pod: ApiObject, runner: PodRunner, graceMs: number): Promise<void> {
    await runner.end(graceMs)
    const body = { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata.uid } }
    await this.#api.call('DELETE', getPath(pod), body).catch(() => null)
    this.#pods.delete(pod.metadata.uid)
  }

  /** Reports that the node is there and takes pods. */
  async #beat(): Promise<void> {
    this.#heartbeatAt = Date.now()
    const { nodeName, memory = '64Gi' } = this.#options
    const node = (await this.#api.call('GET', `/api/v1/nodes/${nodeName}`)) as ApiObject | null
    // A test silences a node by this mark.
    if (!node || node.metadata.annotations?.['emulator/silent'] !== undefined) return
    const now = new Date().toISOString()
    const amounts = { cpu: '32', memory, pods: '110' }
    const status = {
      capacity: amounts,
      allocatable: amounts,
      addresses: [
        { type: 'InternalIP', address: '127.0.0.1' },
        { type: 'Hostname', address: nodeName },
      ],
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'KubeletReady',
          message: '',
          lastHeartbeatTime: now,
          lastTransitionTime: now,
        },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: this.#port } },
      nodeInfo: {
        ...unknownMachine,
        operatingSystem: 'linux',
        architecture: 'amd64',
        kubeletVersion: 'v1.36.0',
      },
    }
    await this.#api.call('PUT', `/api/v1/nodes/${nodeName}/status`, {
      ...node,
      status: { ...node.status, ...status },
    })
  }
}

const unknownMachine = {
  machineID: '',
  systemUUID: '',
  bootID: '',
  kernelVersion: '',
  osImage: '',
  containerRuntimeVersion: 'process://1',
  kubeProxyVersion: '',
}

function hasEnded({ status }: ApiObject): boolean {
  return status?.['phase'] === 'Failed' || status?.['phase'] === 'Succeeded'
}

function getPath({ metadata: { namespace, name } }: ApiObject): string {
  return `/api/v1/namespaces/${namespace}/pods/${name}`
}
