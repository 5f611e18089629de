import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { ApiObject } from '../api/object-store.ts'
import type { ApiClient } from './api-client.ts'
import { mountVolumes, removeVolumes, translateWords } from './container-paths.ts'
import { watchLiveness } from './liveness.ts'
import { PodPorts } from './pod-ports.ts'
import type { Container, ContainerState, KubeletOptions, LivenessProbe, PodSpec } from './pod-types.ts'

const restartMs = 1_000

/** The containers of one pod, as processes. Only sidecars start again: the pods of game servers have the policy Never. */
export class PodRunner {
  readonly pod: ApiObject
  readonly #api: ApiClient
  readonly #options: KubeletOptions
  readonly #states = new Map<string, ContainerState>()
  readonly #processes = new Map<string, ChildProcess>()
  #volumes: ReadonlyMap<string, string> = new Map()
  #ports: PodPorts | null = null
  #isEnding = false
  #failed = ''

  constructor(api: ApiClient, options: KubeletOptions, pod: ApiObject) {
    this.#api = api
    this.#options = options
    this.pod = pod
  }

  get #spec(): PodSpec {
    return this.pod.spec as unknown as PodSpec
  }

  async start(): Promise<void> {
    const { initContainers = [], containers } = this.#spec
    try {
      this.#volumes = await mountVolumes(this.#api, this.#options, this.pod)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      for (const { name } of containers)
        this.#states.set(name, { waiting: { reason: 'CreateContainerConfigError', message } })
      return
    }
    if (initContainers.some(({ image }) => image === this.#options.sdk?.image))
      this.#ports = await PodPorts.open()
    for (const container of initContainers) {
      if (this.#isEnding) return
      if (!this.#hasImage(container)) return
      if (container.restartPolicy === 'Always') void this.#runSidecar(container)
      else if ((await this.#run(container)) !== 0) {
        this.#failed = container.name
        return this.#endSidecars()
      }
    }
    if (this.#isEnding) return
    const present = containers.filter((container) => this.#hasImage(container))
    await Promise.all(present.map((container) => this.#run(container)))
    if (this.#hasEnded()) this.#endSidecars()
  }

  /** Ends every container, by force after the grace. */
  async end(graceMs: number): Promise<void> {
    this.#isEnding = true
    for (const child of this.#processes.values()) kill(child, 'SIGTERM')
    const ended = Promise.all([...this.#processes.values()].map((child) => waitForExit(child)))
    const isGraceful = await Promise.race([ended.then(() => true), delay(graceMs, false)])
    if (!isGraceful) for (const child of this.#processes.values()) kill(child, 'SIGKILL')
    await ended
    removeVolumes(this.#options.root, this.pod.metadata.uid)
  }

  status(): Record<string, unknown> {
    const { initContainers = [], containers } = this.#spec
    return {
      phase: this.#getPhase(),
      hostIP: '127.0.0.1',
      podIP: '127.0.0.1',
      podIPs: [{ ip: '127.0.0.1' }],
      conditions: [
        { type: 'PodScheduled', status: 'True' },
        { type: 'Ready', status: this.#getPhase() === 'Running' ? 'True' : 'False' },
      ],
      initContainerStatuses: initContainers.map((one) => this.#describe(one)),
      containerStatuses: containers.map((one) => this.#describe(one)),
    }
  }

  /** Runs a command in a container, as an exec does. */
  exec(container: string, command: readonly string[]): ChildProcess | null {
    const found = this.#spec.containers.find(({ name }) => name === container)
    const state = this.#states.get(container)
    if (!found || !state || !('running' in state)) return null
    const [program = '', ...words] = translateWords(command, found, this.#volumes, this.#options)
    return spawn(program, words, { stdio: 'pipe' })
  }

  /** Whether the image is there; the container waits for it otherwise. */
  #hasImage({ name, image }: Container): boolean {
    if (image in this.#options.images || image === this.#options.sdk?.image) return true
    this.#states.set(name, { waiting: { reason: 'ErrImagePull', message: `no image ${image}` } })
    return false
  }

  async #runSidecar(container: Container): Promise<void> {
    while (!this.#isEnding && !this.#hasEnded()) {
      await this.#run(container)
      await delay(restartMs)
    }
  }

  #endSidecars(): void {
    for (const child of this.#processes.values()) kill(child, 'SIGTERM')
  }

  #hasEnded(): boolean {
    return ['Succeeded', 'Failed'].includes(this.#getPhase())
  }

  #getPhase(): string {
    if (this.#failed !== '') return 'Failed'
    const states = this.#spec.containers.map(({ name }) => this.#states.get(name))
    const ended = states.flatMap((state) =>
      state && 'terminated' in state ? [state.terminated.exitCode] : [],
    )
    if (ended.length === states.length) return ended.every((code) => code === 0) ? 'Succeeded' : 'Failed'
    return states.some((state) => state && 'running' in state) ? 'Running' : 'Pending'
  }

  #describe({ name, image }: Container): Record<string, unknown> {
    const state = this.#states.get(name) ?? { waiting: { reason: 'PodInitializing' } }
    return {
      name,
      image,
      imageID: image,
      ready: 'running' in state,
      restartCount: 0,
      started: 'running' in state,
      state,
    }
  }

  async #run(container: Container): Promise<number> {
    const { name } = container
    const [program = '', ...words] = this.#getCommand(container)
    const child = spawn(program, words, {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: this.#getEnvironment(container),
    })
    // A program that is missing has no process.
    if (child.pid !== undefined) this.#processes.set(name, child)
    let message = ''
    child.stderr?.on('data', (bytes: Buffer) => {
      message = `${message}${bytes.toString()}`.slice(-2_000)
    })
    child.once('spawn', () => this.#states.set(name, { running: { startedAt: new Date().toISOString() } }))
    const probing = new AbortController()
    if (container.livenessProbe) this.#watch(child, container.livenessProbe, probing.signal)
    const { exitCode, reason } = await waitForExit(child)
    probing.abort()
    const finishedAt = new Date().toISOString()
    this.#states.set(name, { terminated: { exitCode, reason, message, finishedAt } })
    return exitCode
  }

  #getCommand(container: Container): string[] {
    const { image, command = [], args = [] } = container
    const { sdk } = this.#options
    if (image === sdk?.image)
      return [...sdk.command, ...args.map((word) => this.#ports?.translateWord(word) ?? word)]
    return translateWords([...command, ...args], container, this.#volumes, this.#options)
  }

  #getEnvironment(container: Container): Record<string, string> {
    const { image, env = [] } = container
    const { sdk } = this.#options
    const variables = env.map(({ name, value = '', valueFrom }): [string, string] => {
      const isNamespace = valueFrom?.fieldRef?.fieldPath === 'metadata.namespace'
      const [path = ''] = translateWords([value], container, this.#volumes, this.#options)
      const text = isNamespace ? (this.pod.metadata.namespace ?? '') : path
      return [name, this.#ports?.translateVariable(name, text) ?? text]
    })
    return {
      PATH: process.env['PATH'] ?? '',
      ...Object.fromEntries(variables),
      ...(image === sdk?.image && { ...this.#ports?.sdkVariables, ...sdk.environment }),
    }
  }

  /** Ends a container that its probe finds dead. */
  #watch(child: ChildProcess, probe: LivenessProbe, signal: AbortSignal): void {
    const port = this.#ports?.get(probe.httpGet.port) ?? probe.httpGet.port
    const fail = () => {
      kill(child, 'SIGTERM')
      void delay(restartMs).then(() => kill(child, 'SIGKILL'))
    }
    void watchLiveness(probe, { port, fail, signal })
  }
}

async function waitForExit(child: ChildProcess): Promise<{ exitCode: number; reason: string }> {
  if (child.exitCode !== null || child.signalCode !== null) return describeExit(child)
  // A program that is missing.
  if (child.pid === undefined) {
    await once(child, 'error')
    return { exitCode: 128, reason: 'StartError' }
  }
  await once(child, 'exit')
  return describeExit(child)
}

function describeExit({ exitCode }: ChildProcess): { exitCode: number; reason: string } {
  return { exitCode: exitCode ?? 137, reason: exitCode === 0 ? 'Completed' : 'Error' }
}

function kill({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It has just ended.
  }
}
