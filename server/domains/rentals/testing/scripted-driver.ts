import {
  type ConfigFiles,
  type FleetDriver,
  InstanceGone,
  NodeFull,
  NodeSilent,
  type Place,
  PortTaken,
  type Seen,
  type Wanted,
  nameOf,
} from '../drivers/driver.ts'
import type { Machines, Resource } from './machines.ts'

export type DriverCall = Exclude<keyof FleetDriver, 'kind' | 'nodes' | 'close'>

/**
 * What a call does instead. `lost`: does it, and says that nobody answered. `hang`: does nothing and never answers; `stuck`:
 * does it and never answers. `lies`: a removal that does nothing and says it is done. `half`: a list with half of what is there, and says so.
 */
export type DriverFault =
  | 'silent'
  | 'lost'
  | 'broken'
  | 'hang'
  | 'stuck'
  | 'full'
  | 'port'
  | 'gone'
  | 'lies'
  | 'half'

/** A driver of machines in memory, which fails when it is told to. */
export class ScriptedDriver implements FleetDriver {
  readonly kind = 'process'
  readonly machines: Machines
  /** What was asked, such as `ensure prac-abc-g1`; lists and looks are not noted. */
  readonly calls: string[] = []
  /** How often a verification says that it runs on. */
  verifyFor = 0
  #faults: { call: DriverCall; fault: DriverFault }[] = []
  #during: { call: DriverCall; act: () => Promise<void> }[] = []

  constructor(machines: Machines) {
    this.machines = machines
  }

  get nodes() {
    return this.machines.all
  }

  /** The next calls of a kind fail so. */
  fail(call: DriverCall, fault: DriverFault, times = 1): void {
    for (let time = 0; time < times; time += 1) this.#faults.push({ call, fault })
  }

  /** Happens once, after the next call of a kind did what it does and before it answers. */
  during(call: DriverCall, act: () => Promise<void>): void {
    this.#during.push({ call, act })
  }

  forget(): void {
    this.#faults = []
    this.#during = []
    this.calls.length = 0
    this.verifyFor = 0
  }

  ensure(wanted: Wanted): Promise<Seen> {
    return this.#do('ensure', wanted, () => {
      const { resources, taken, most } = this.machines.at(wanted.node)
      const isThere = this.machines.find(wanted)
      const others = [...resources.values()].filter((one) => one !== isThere && one.isRunning)
      const isTaken = taken.has(wanted.port) || others.some(({ port }) => port === wanted.port)
      if (isTaken && !isThere?.isRunning) throw new PortTaken('the port is taken')
      if (!isThere && most !== null && resources.size >= most) throw new NodeFull('the machine is full')
      return seenOf(this.machines.ensure(wanted))
    })
  }

  observe(place: Place): Promise<Seen | null> {
    return this.#do('observe', place, () => {
      const found = this.machines.find(place)
      return found ? seenOf(found) : null
    })
  }

  async list(node: string): Promise<{ seen: Seen[]; complete: boolean }> {
    const fault = this.#take('list')
    if (fault !== undefined && fault !== 'half') throw errorOf(fault)
    const machine = this.machines.at(node)
    if (machine.isSilent) throw new NodeSilent('the machine is silent')
    const seen = [...machine.resources.values()].map(seenOf)
    if (fault === 'half') return { seen: seen.slice(Math.floor(seen.length / 2)), complete: false }
    return { seen, complete: true }
  }

  async configure(place: Place, files: ConfigFiles): Promise<void> {
    await this.#do('configure', place, () => {
      const found = this.#there(place)
      found.files = { ...found.files, ...files }
    })
  }

  restart(place: Place, op: string): Promise<Seen> {
    return this.#do('restart', place, () => {
      const found = this.#there(place)
      if (found.restarts.includes(op)) return seenOf(found)
      found.restarts.push(op)
      this.machines.start(found)
      return seenOf(found)
    })
  }

  verify(place: Place, op: string): Promise<'running' | 'done'> {
    return this.#do('verify', place, () => {
      const found = this.#there(place)
      if (found.verified.includes(op)) return 'done'
      this.machines.crash(found)
      if (this.verifyFor > 0) {
        this.verifyFor -= 1
        return 'running'
      }
      found.verified.push(op)
      return 'done'
    })
  }

  async remove(place: Place, { keepData }: { keepData: boolean }): Promise<void> {
    const lies = this.#faults.findIndex(({ call, fault }) => call === 'remove' && fault === 'lies')
    if (lies >= 0) this.#faults.splice(lies, 1)
    else await this.#do('remove', place, () => this.machines.remove(place, keepData))
  }

  close(): void {
    this.forget()
  }

  async #do<T>(call: DriverCall, place: Place, act: () => T): Promise<T> {
    if (call !== 'observe') this.calls.push(`${call} ${nameOf(place)}`)
    const fault = this.#take(call)
    if (this.machines.at(place.node).isSilent) throw new NodeSilent('the machine is silent')
    if (fault === 'hang') return new Promise(() => undefined)
    if (fault !== undefined && fault !== 'lost' && fault !== 'stuck') throw errorOf(fault)
    const done = act()
    const index = this.#during.findIndex((one) => one.call === call)
    await this.#during.splice(index, index < 0 ? 0 : 1)[0]?.act()
    if (fault === 'stuck') return new Promise(() => undefined)
    if (fault === 'lost') throw errorOf(fault)
    return done
  }

  #take(call: DriverCall): DriverFault | undefined {
    const index = this.#faults.findIndex((one) => one.call === call)
    return index < 0 ? undefined : this.#faults.splice(index, 1)[0]?.fault
  }

  #there(place: Place): Resource {
    const found = this.machines.find(place)
    if (!found) throw new InstanceGone('it is not there')
    return found
  }
}

function errorOf(fault: DriverFault): Error {
  if (fault === 'full') return new NodeFull('the machine is full')
  if (fault === 'port') return new PortTaken('the port is taken')
  if (fault === 'gone') return new InstanceGone('it is not there')
  if (fault === 'broken') return new Error('the driver is broken')
  return new NodeSilent('the machine is silent')
}

function seenOf({ leaseId, number, generation, isRunning, run, createdAt }: Resource): Seen {
  return { leaseId, number, generation, isRunning, run, createdAt }
}
