import {
  type ConfigFiles,
  type FleetDriver,
  InstanceGone,
  NodeSilent,
  type Place,
  type Seen,
  type Wanted,
  nameOf,
} from '../driver.ts'
import { ensureAt } from './ensure.ts'
import { entriesOf, writeEntries } from './files.ts'
import { inTurn } from './in-turn.ts'
import { listOn } from './list.ts'
import { EngineRefused, isMissing } from './refusal.ts'
import { removeAt } from './remove.ts'
import { restartAt } from './restart.ts'
import { type Machine, type Spot, seen, standingAt } from './spot.ts'
import { verifyAt } from './verify.ts'

type Common = Omit<Spot, 'machine' | 'place'>

/** Game servers in containers, by the API of Docker's engine. Nothing is remembered here: what is there is what the engines say. */
export class DockerDriver implements FleetDriver {
  readonly kind = 'docker'
  readonly nodes
  readonly #machines: ReadonlyMap<string, Machine>
  readonly #common: Common

  constructor(machines: readonly Machine[], common: Common) {
    this.nodes = machines.map(({ node }) => node)
    this.#machines = new Map(machines.map((machine) => [machine.node.name, machine]))
    this.#common = common
  }

  async ensure(wanted: Wanted): Promise<Seen> {
    return this.#at(wanted, (spot) => ensureAt(spot, wanted))
  }

  async observe(place: Place): Promise<Seen | null> {
    return this.#at(place, async (spot) => {
      const standing = await standingAt(spot)
      return standing && seen(spot.place, standing)
    })
  }

  async list(node: string): Promise<{ seen: Seen[]; complete: boolean }> {
    return said(() => listOn(this.#machine(node), this.#common.owner))
  }

  async configure(place: Place, files: ConfigFiles): Promise<void> {
    const entries = entriesOf(files)
    await this.#at(place, async (spot) => {
      const standing = await standingAt(spot)
      if (!standing) throw new InstanceGone()
      await writeEntries(spot.machine.engine, standing, entries)
    })
  }

  async restart(place: Place, op: string): Promise<Seen> {
    return this.#at(place, (spot) => inTurn(`${place.node}/${nameOf(place)}`, () => restartAt(spot, op)))
  }

  async verify(place: Place, op: string): Promise<'running' | 'done'> {
    return this.#at(place, (spot) => inTurn(`${place.node}/${nameOf(place)}`, () => verifyAt(spot, op)))
  }

  async remove(place: Place, options: { graceMs: number; keepData: boolean }): Promise<void> {
    await this.#at(place, (spot) => removeAt(spot, options))
  }

  /** Engines are asked one call at a time: there is nothing to let go of. */
  close(): void {}

  async #at<Answer>(place: Place, work: (spot: Spot) => Promise<Answer>): Promise<Answer> {
    const machine = this.#machine(place.node)
    return said(() => work({ ...this.#common, machine, place }))
  }

  #machine(node: string): Machine {
    const machine = this.#machines.get(node)
    if (!machine) throw new NodeSilent(`${node} is no machine of the settings`)
    return machine
  }
}

/** Puts what an engine refused in the words of the fleet. */
async function said<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (isMissing(error)) throw new InstanceGone()
    if (error instanceof EngineRefused) throw new NodeSilent(error.message)
    throw error
  }
}
