import type { HostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
import {
  type ConfigFiles,
  type FleetDriver,
  HostUnreachable,
  type InstallUpdate,
  InstanceNotFound,
  type InstanceRef,
  type Machine,
  type InstanceSpec,
  type ObservedInstance,
  getInstanceName,
  type VerificationProgress,
  type VisitGameFile,
} from '../driver.ts'
import { ensureInstance } from './ensure-instance.ts'
import {
  emptyContainerFile,
  readContainerFile,
  toFileEntries,
  visitContainerFiles,
  writeContainerFiles,
} from './containers/container-files.ts'
import { listInstances } from './list-instances.ts'
import type { EngineClient } from './engine/engine-client.ts'
import type { Container } from './engine/engine.schema.ts'
import { EngineError, isNotFound } from './engine/engine-errors.ts'
import { type DockerHost, type DockerTarget, findContainer, toObservedInstance } from './docker-target.ts'
import { updateInstall } from './update-install.ts'
import { removeVerifier, verifyInstance } from './verify-instance.ts'
import { type InstallAction, canChangeInstalls } from '../install-command.ts'
import { readPatchVersion, steamInfPath } from '../steam-inf.ts'
import { getVolumeName, ownerLabel } from './containers/container-labels.ts'
import { removeNetwork } from './containers/container-network.ts'
import { readOperationRecord, writeOperationRecord } from './containers/operation-record.ts'

const pendingByName = new Map<string, Promise<unknown>>()

/** Runs work on one name sequentially, across all drivers in this process. */
async function runInOrder<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const before = pendingByName.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  pendingByName.set(name, mine)
  try {
    return await mine
  } finally {
    if (pendingByName.get(name) === mine) pendingByName.delete(name)
  }
}

type DriverOptions = Omit<DockerTarget, 'machine' | 'instance' | 'game'>

const defaultClass: HostClass = 'standard'

/**
 * Game servers in containers, through the API of Docker's engine. It keeps no state: the engines are the
 * source of truth.
 */
export class DockerDriver implements FleetDriver {
  readonly kind = 'docker'
  readonly hosts
  readonly canUpdateInstalls: boolean
  readonly canChangeInstalls: boolean
  readonly #hosts: ReadonlyMap<string, DockerHost>
  readonly #options: DriverOptions

  constructor(machines: readonly DockerHost[], common: DriverOptions) {
    this.hosts = machines.map(({ host }) => host)
    this.#hosts = new Map(machines.map((machine) => [machine.host.name, machine]))
    this.#options = common
    this.canUpdateInstalls = common.updater !== null
    this.canChangeInstalls = canChangeInstalls(common.updater?.command)
  }

  async ensure(spec: InstanceSpec): Promise<ObservedInstance> {
    return this.#run(spec, (target) => ensureInstance(target, spec))
  }

  async observe(instance: InstanceRef): Promise<ObservedInstance | null> {
    return this.#run(instance, async (target) => {
      const container = await findContainer(target)
      return container && toObservedInstance(target.instance, container)
    })
  }

  async list(hostName: string): Promise<{ instances: ObservedInstance[]; complete: boolean }> {
    return withHostErrors(() => listInstances(this.#getHost(hostName), this.#options.owner))
  }

  readMachine(hostName: string): Promise<Machine> {
    return withHostErrors(() => this.#getHost(hostName).engine.readMachine())
  }

  /** Every container of a host sees the same install: the first that runs is looked into. */
  async readInstalledVersion(hostName: string): Promise<string | null> {
    const { owner } = this.#options
    const { engine, games } = this.#getHost(hostName)
    const { install } = games[defaultClass]
    if (install === null) return null
    const path = `${install}/${steamInfPath}`
    return withHostErrors(async () => {
      const [first] = await engine.list(`${ownerLabel}=${owner}`)
      const text = first ? await engine.read(first.id, path) : null
      return text === null ? null : readPatchVersion(text)
    })
  }

  updateInstall(hostName: string, op: string, action: InstallAction): Promise<InstallUpdate | null> {
    const { owner, updater } = this.#options
    return runInOrder(`${hostName}/update`, () =>
      withHostErrors(() => updateInstall(this.#getHost(hostName), updater, { owner, op, action })),
    )
  }

  async configure(instance: InstanceRef, files: ConfigFiles): Promise<void> {
    const entries = toFileEntries(files)
    await this.#withContainer(instance, (engine, container) =>
      writeContainerFiles(engine, container, entries),
    )
  }

  readFile(instance: InstanceRef, path: string, maxBytes: number): Promise<string | null> {
    return this.#withContainer(instance, (engine, container) =>
      readContainerFile(engine, container, path, maxBytes),
    )
  }

  readFolder(
    instance: InstanceRef,
    folder: string,
    visit: VisitGameFile,
    signal: AbortSignal,
  ): Promise<void> {
    return this.#withContainer(instance, (engine, container) =>
      visitContainerFiles(engine, container, { folder, visit, signal }),
    )
  }

  removeFile(instance: InstanceRef, path: string): Promise<void> {
    return this.#withContainer(instance, (engine, container) => emptyContainerFile(engine, container, path))
  }

  stop(instance: InstanceRef, graceMs: number): Promise<void> {
    return this.#run(instance, async (target) => {
      const container = await findContainer(target)
      if (container) await target.machine.engine.stop(container.id, graceMs)
    })
  }

  async restart(instance: InstanceRef, op: string): Promise<ObservedInstance> {
    return this.#run(instance, (target) =>
      runInOrder(`${instance.hostName}/${getInstanceName(instance)}`, () => restartInstance(target, op)),
    )
  }

  async verify(instance: InstanceRef, op: string): Promise<VerificationProgress> {
    return this.#run(instance, (target) =>
      runInOrder(`${instance.hostName}/${getInstanceName(instance)}`, () => verifyInstance(target, op)),
    )
  }

  async remove(instance: InstanceRef, options: { graceMs: number; keepData: boolean }): Promise<void> {
    await this.#run(instance, (target) => removeInstance(target, options))
  }

  /** Nothing to close: no connection or timer outlives a call. */
  close(): void {}

  #withContainer<Answer>(
    instance: InstanceRef,
    work: (engine: EngineClient, container: Container) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#run(instance, async (target) => {
      const container = await findContainer(target)
      if (!container) throw new InstanceNotFound()
      return work(target.machine.engine, container)
    })
  }

  async #run<Answer>(
    instance: InstanceRef,
    work: (target: DockerTarget) => Promise<Answer>,
  ): Promise<Answer> {
    const machine = this.#getHost(instance.hostName)
    const game = machine.games[instance.hostClass ?? defaultClass]
    return withHostErrors(() => work({ ...this.#options, machine, game, instance }))
  }

  #getHost(hostName: string): DockerHost {
    const machine = this.#hosts.get(hostName)
    if (!machine) throw new HostUnreachable(`${hostName} is not a configured host`)
    return machine
  }
}

/** Translates errors of the engine into those of `FleetDriver`. */
async function withHostErrors<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (isNotFound(error)) throw new InstanceNotFound()
    if (error instanceof EngineError) throw new HostUnreachable(error.message)
    throw error
  }
}

/** Implements `FleetDriver.remove`. */
async function removeInstance(
  target: DockerTarget,
  { graceMs, keepData }: { graceMs: number; keepData: boolean },
): Promise<void> {
  const { engine } = target.machine
  const container = await findContainer(target)
  if (container) {
    // If stopping fails, the container is removed by force.
    await engine.stop(container.id, graceMs).catch(ignoreEngineError)
    await engine.remove(container.id, { force: true }).catch(ignoreEngineError)
    if (await engine.inspect(container.id))
      throw new HostUnreachable(`${target.instance.hostName} still removes it`)
  }
  await removeVerifier(target)
  await removeNetwork(target)
  if (!keepData) await engine.removeVolume(getVolumeName(target.owner, target.instance))
}

function ignoreEngineError(error: unknown): void {
  if (!(error instanceof EngineError)) throw error
}

/**
 * Implements `FleetDriver.restart` (R13). Before the engine is called, the op is recorded with the run it
 * found: a repeated call sees by a different run that the restart was done, and by none that it stopped
 * half-way.
 */
async function restartInstance(target: DockerTarget, op: string): Promise<ObservedInstance> {
  const { engine } = target.machine
  const before = await findContainer(target)
  if (!before) throw new InstanceNotFound()
  const record = await readOperationRecord(engine, before, 'restart')
  const isDone = record?.op === op && before.isRunning && before.run !== record.found
  if (isDone) return toObservedInstance(target.instance, before)
  if (record?.op !== op) await writeOperationRecord(engine, before, 'restart', { op, found: before.run })
  const refusal = await engine.restart(before.id, target.stopMs).then(
    () => null,
    (error: unknown) => error,
  )
  const after = await findContainer(target)
  if (!after) throw new InstanceNotFound()
  // If it was stopped and could not be started, `ensure` reports why.
  const isSame = after.isRunning && after.run === before.run
  if (isSame) throw refusal ?? new HostUnreachable('the engine restarted nothing')
  return toObservedInstance(target.instance, after)
}
