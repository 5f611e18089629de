import {
  type ConfigFiles,
  type FleetDriver,
  InstanceNotFound,
  HostUnreachable,
  type InstanceRef,
  type ObservedInstance,
  type InstanceSpec,
  getInstanceName,
} from '../driver.ts'
import { ensureInstance } from './ensure-instance.ts'
import { toFileEntries, writeContainerFiles } from './containers/container-files.ts'
import { runInOrder } from './run-in-order.ts'
import { listInstances } from './list-instances.ts'
import { EngineError, isNotFound } from './engine/engine-errors.ts'
import { removeInstance } from './remove-instance.ts'
import { restartInstance } from './restart-instance.ts'
import { type DockerHost, type DockerTarget, toObservedInstance, findContainer } from './docker-target.ts'
import { verifyInstance } from './verify-instance.ts'

type DriverOptions = Omit<DockerTarget, 'machine' | 'place'>

/** Game servers in containers, by the API of Docker's engine. Nothing is remembered here: what is there is what the engines say. */
export class DockerDriver implements FleetDriver {
  readonly kind = 'docker'
  readonly nodes
  readonly #hosts: ReadonlyMap<string, DockerHost>
  readonly #options: DriverOptions

  constructor(machines: readonly DockerHost[], common: DriverOptions) {
    this.nodes = machines.map(({ node }) => node)
    this.#hosts = new Map(machines.map((machine) => [machine.node.name, machine]))
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

  async list(node: string): Promise<{ seen: ObservedInstance[]; complete: boolean }> {
    return withHostErrors(() => listInstances(this.#getHost(node), this.#options.owner))
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
      runInOrder(`${place.node}/${getInstanceName(place)}`, () => restartInstance(spot, op)),
    )
  }

  async verify(place: InstanceRef, op: string): Promise<'running' | 'done'> {
    return this.#run(place, (spot) =>
      runInOrder(`${place.node}/${getInstanceName(place)}`, () => verifyInstance(spot, op)),
    )
  }

  async remove(place: InstanceRef, options: { graceMs: number; keepData: boolean }): Promise<void> {
    await this.#run(place, (spot) => removeInstance(spot, options))
  }

  /** Engines are asked one call at a time: there is nothing to let go of. */
  close(): void {}

  async #run<Answer>(place: InstanceRef, work: (spot: DockerTarget) => Promise<Answer>): Promise<Answer> {
    const machine = this.#getHost(place.node)
    return withHostErrors(() => work({ ...this.#options, machine, place }))
  }

  #getHost(node: string): DockerHost {
    const machine = this.#hosts.get(node)
    if (!machine) throw new HostUnreachable(`${node} is no machine of the settings`)
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
