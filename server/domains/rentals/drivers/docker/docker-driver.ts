import {
  type ConfigFiles,
  type FleetDriver,
  HostUnreachable,
  InstanceNotFound,
  type InstanceRef,
  type InstanceSpec,
  type ObservedInstance,
  getInstanceName,
} from '../driver.ts'
import { ensureInstance } from './ensure-instance.ts'
import { toFileEntries, writeContainerFiles } from './containers/container-files.ts'
import { listInstances } from './list-instances.ts'
import { EngineError, isNotFound } from './engine/engine-errors.ts'
import { type DockerHost, type DockerTarget, findContainer, toObservedInstance } from './docker-target.ts'
import { removeVerifier, verifyInstance } from './verify-instance.ts'
import { getVolumeName } from './containers/container-labels.ts'
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

type DriverOptions = Omit<DockerTarget, 'machine' | 'place'>

/**
 * Game servers in containers, through the API of Docker's engine. It keeps no state: the engines are the
 * source of truth.
 */
export class DockerDriver implements FleetDriver {
  readonly kind = 'docker'
  readonly hosts
  readonly #hosts: ReadonlyMap<string, DockerHost>
  readonly #options: DriverOptions

  constructor(machines: readonly DockerHost[], common: DriverOptions) {
    this.hosts = machines.map(({ host }) => host)
    this.#hosts = new Map(machines.map((machine) => [machine.host.name, machine]))
    this.#options = common
  }

  async ensure(wanted: InstanceSpec): Promise<ObservedInstance> {
    return this.#run(wanted, (spot) => ensureInstance(spot, wanted))
  }

  async observe(place: InstanceRef): Promise<ObservedInstance | null> {
    return this.#run(place, async (spot) => {
      const standing = await findContainer(spot)
      return standing && toObservedInstance(spot.place, standing)
    })
  }

  async list(hostName: string): Promise<{ seen: ObservedInstance[]; complete: boolean }> {
    return withHostErrors(() => listInstances(this.#getHost(hostName), this.#options.owner))
  }

  async configure(place: InstanceRef, files: ConfigFiles): Promise<void> {
    const entries = toFileEntries(files)
    await this.#run(place, async (spot) => {
      const standing = await findContainer(spot)
      if (!standing) throw new InstanceNotFound()
      await writeContainerFiles(spot.machine.engine, standing, entries)
    })
  }

  async restart(place: InstanceRef, op: string): Promise<ObservedInstance> {
    return this.#run(place, (spot) =>
      runInOrder(`${place.hostName}/${getInstanceName(place)}`, () => restartInstance(spot, op)),
    )
  }

  async verify(place: InstanceRef, op: string): Promise<'running' | 'done'> {
    return this.#run(place, (spot) =>
      runInOrder(`${place.hostName}/${getInstanceName(place)}`, () => verifyInstance(spot, op)),
    )
  }

  async remove(place: InstanceRef, options: { graceMs: number; keepData: boolean }): Promise<void> {
    await this.#run(place, (spot) => removeInstance(spot, options))
  }

  /** Engines are asked one call at a time: there is nothing to let go of. */
  close(): void {}

  async #run<Answer>(place: InstanceRef, work: (spot: DockerTarget) => Promise<Answer>): Promise<Answer> {
    const machine = this.#getHost(place.hostName)
    return withHostErrors(() => work({ ...this.#options, machine, place }))
  }

  #getHost(hostName: string): DockerHost {
    const machine = this.#hosts.get(hostName)
    if (!machine) throw new HostUnreachable(`${hostName} is no machine of the settings`)
    return machine
  }
}

/** Puts what an engine refused in the words of the fleet. */
async function withHostErrors<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (isNotFound(error)) throw new InstanceNotFound()
    if (error instanceof EngineError) throw new HostUnreachable(error.message)
    throw error
  }
}

/** What `FleetDriver.remove` says. */
async function removeInstance(
  spot: DockerTarget,
  { graceMs, keepData }: { graceMs: number; keepData: boolean },
): Promise<void> {
  const { engine } = spot.machine
  const standing = await findContainer(spot)
  if (standing) {
    // What cannot be stopped in peace is removed by force.
    await engine.stop(standing.id, graceMs).catch(ignoreEngineError)
    await engine.remove(standing.id, { force: true }).catch(ignoreEngineError)
    if (await engine.inspect(standing.id))
      throw new HostUnreachable(`${spot.place.hostName} still removes it`)
  }
  await removeVerifier(spot)
  await removeNetwork(spot)
  if (!keepData) await engine.removeVolume(getVolumeName(spot.owner, spot.place))
}

function ignoreEngineError(error: unknown): void {
  if (!(error instanceof EngineError)) throw error
}

/**
 * Implements `FleetDriver.restart` (R13). Before the engine is called, the op is recorded with the run it
 * found: a repeated call sees by a different run that the restart was done, and by none that it stopped
 * half-way.
 */
async function restartInstance(spot: DockerTarget, op: string): Promise<ObservedInstance> {
  const { engine } = spot.machine
  const before = await findContainer(spot)
  if (!before) throw new InstanceNotFound()
  const begun = await readOperationRecord(engine, before, 'restart')
  const isDone = begun?.op === op && before.isRunning && before.run !== begun.found
  if (isDone) return toObservedInstance(spot.place, before)
  if (begun?.op !== op) await writeOperationRecord(engine, before, 'restart', { op, found: before.run })
  const refusal = await engine.restart(before.id, spot.endMs).then(
    () => null,
    (error: unknown) => error,
  )
  const after = await findContainer(spot)
  if (!after) throw new InstanceNotFound()
  // If it was stopped and could not be started, `ensure` reports why.
  const isSame = after.isRunning && after.run === before.run
  if (isSame) throw refusal ?? new HostUnreachable('the engine restarted nothing')
  return toObservedInstance(spot.place, after)
}
