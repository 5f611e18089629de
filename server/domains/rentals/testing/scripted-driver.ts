import { Readable } from 'node:stream'
import {
  type ConfigFiles,
  type FleetDriver,
  InstanceNotFound,
  HostFull,
  HostUnreachable,
  type InstallUpdate,
  type InstanceRef,
  type Machine,
  PortInUse,
  type ObservedInstance,
  type InstanceSpec,
  getInstanceName,
  type VerificationProgress,
  type VisitGameFile,
} from '../drivers/driver.ts'
import type { InstallAction } from '../drivers/install-command.ts'
import type { SimulatedHosts, SimulatedInstance } from './simulated-hosts.ts'

export type DriverCall = Exclude<
  keyof FleetDriver,
  | 'kind'
  | 'hosts'
  | 'close'
  | 'canUpdateInstalls'
  | 'canChangeInstalls'
  | 'readMachine'
  | 'readInstalledVersion'
  | 'updateInstall'
>

/**
 * What a call does instead. `lost`: does it and reports a timeout. `hang`: does nothing and never answers;
 * `stuck`: does it and never answers. `lies`: a removal that does nothing and reports success. `half`: a list
 * with half of the instances, marked incomplete.
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

/** A driver of hosts in memory that fails on request. */
export class ScriptedDriver implements FleetDriver {
  readonly kind = 'process'
  readonly machines: SimulatedHosts
  canUpdateInstalls = false
  canChangeInstalls = false
  /** How each run of the update command ends, and what it installs; the next call of a run ends it. */
  updateOutcome: { state: 'running' | 'done' | 'failed'; installs?: string; output?: string } = {
    state: 'done',
  }
  readonly updateRuns: string[] = []
  /** What those runs were for. */
  readonly updateActions: string[] = []
  /** The calls, such as `ensure prac-abc-g1`; lists, observations and read files are not recorded. */
  readonly calls: string[] = []
  /** How often a verification says that it runs on. */
  verifyFor = 0
  /** Whether verifications end with a fault. */
  verifyFails = false
  /** Where its instances are reached, if not at their hosts. */
  address: ObservedInstance['address']
  #faults: { call: DriverCall; fault: DriverFault }[] = []
  #interruptions: { call: DriverCall; act: () => Promise<void> }[] = []

  constructor(machines: SimulatedHosts) {
    this.machines = machines
  }

  get hosts() {
    return this.machines.all
  }

  /** The next calls of a kind fail so. */
  fail(call: DriverCall, fault: DriverFault, times = 1): void {
    for (let time = 0; time < times; time += 1) this.#faults.push({ call, fault })
  }

  /** Runs once, after the next call of a kind did its work and before it answers. */
  during(call: DriverCall, act: () => Promise<void>): void {
    this.#interruptions.push({ call, act })
  }

  forget(): void {
    this.#faults = []
    this.#interruptions = []
    this.calls.length = 0
    this.verifyFor = 0
    this.verifyFails = false
    this.canUpdateInstalls = false
    this.canChangeInstalls = false
    this.updateOutcome = { state: 'done' }
    this.updateRuns.length = 0
    this.updateActions.length = 0
  }

  ensure(spec: InstanceSpec): Promise<ObservedInstance> {
    return this.#runCall('ensure', spec, () => {
      const { resources, taken, most } = this.machines.at(spec.hostName)
      const isThere = this.machines.find(spec)
      const others = [...resources.values()].filter((one) => one !== isThere && one.isRunning)
      const isTaken = taken.has(spec.port) || others.some(({ port }) => port === spec.port)
      if (isTaken && !isThere?.isRunning) throw new PortInUse('the port is taken')
      if (!isThere && most !== null && resources.size >= most) throw new HostFull('the machine is full')
      return this.#addAddress(toObservedInstance(this.machines.ensure(spec)))
    })
  }

  observe(instance: InstanceRef): Promise<ObservedInstance | null> {
    return this.#runCall('observe', instance, () => {
      const found = this.machines.find(instance)
      return found ? toObservedInstance(found) : null
    })
  }

  async list(hostName: string): Promise<{ instances: ObservedInstance[]; complete: boolean }> {
    const fault = this.#nextFault('list')
    if (fault !== undefined && fault !== 'half') throw toFaultError(fault)
    const machine = this.machines.at(hostName)
    if (machine.isSilent) throw new HostUnreachable('the machine is silent')
    const instances = [...machine.resources.values()].map((one) => this.#addAddress(toObservedInstance(one)))
    if (fault === 'half')
      return { instances: instances.slice(Math.floor(instances.length / 2)), complete: false }
    return { instances, complete: true }
  }

  #addAddress(observed: ObservedInstance): ObservedInstance {
    return { ...observed, ...(this.address && { address: this.address }) }
  }

  async readMachine(hostName: string): Promise<Machine> {
    const machine = this.machines.at(hostName)
    if (machine.isSilent) throw new HostUnreachable('the machine is silent')
    return machine.machine
  }

  async readInstalledVersion(hostName: string): Promise<string | null> {
    return this.machines.at(hostName).installed
  }

  async updateInstall(
    hostName: string,
    op: string,
    { name, argument }: InstallAction,
  ): Promise<InstallUpdate | null> {
    if (!this.canUpdateInstalls) return null
    if (!this.updateRuns.includes(op)) {
      this.updateRuns.push(op)
      this.updateActions.push(`${name} ${argument}`.trim())
      return { state: 'running', output: 'downloading 10 %' }
    }
    const { state, installs, output = state === 'done' ? 'installed' : 'failed' } = this.updateOutcome
    if (installs !== undefined) this.machines.at(hostName).installed = installs
    return { state, output }
  }

  async configure(instance: InstanceRef, files: ConfigFiles): Promise<void> {
    await this.#runCall('configure', instance, () => {
      const found = this.#getInstance(instance)
      found.files = { ...found.files, ...files }
    })
  }

  readFile(instance: InstanceRef, path: string): Promise<string | null> {
    return this.#runCall('readFile', instance, () => this.#getInstance(instance).files[path] ?? null)
  }

  async readFolder(
    instance: InstanceRef,
    folder: string,
    visit: VisitGameFile,
    signal: AbortSignal,
  ): Promise<void> {
    const files = await this.#runCall('readFolder', instance, () => this.#getInstance(instance).files)
    for (const [path, text] of Object.entries(files)) {
      signal.throwIfAborted()
      if (!path.startsWith(`${folder}/`) || text === '') continue
      const file = { name: path.slice(folder.length + 1), size: Buffer.byteLength(text) }
      await visit({ ...file, changedAt: new Date(0) }, () => Readable.from([Buffer.from(text)]))
    }
  }

  removeFile(instance: InstanceRef, path: string): Promise<void> {
    return this.#runCall('removeFile', instance, () => {
      const found = this.#getInstance(instance)
      const { [path]: _removed, ...files } = found.files
      found.files = files
    })
  }

  stop(instance: InstanceRef): Promise<void> {
    return this.#runCall('stop', instance, () => {
      const found = this.machines.find(instance)
      if (found) this.machines.crash(found)
    })
  }

  restart(instance: InstanceRef, op: string): Promise<ObservedInstance> {
    return this.#runCall('restart', instance, () => {
      const found = this.#getInstance(instance)
      if (found.restarts.includes(op)) return toObservedInstance(found)
      found.restarts.push(op)
      this.machines.start(found)
      return toObservedInstance(found)
    })
  }

  verify(instance: InstanceRef, op: string): Promise<VerificationProgress> {
    return this.#runCall('verify', instance, () => {
      const found = this.#getInstance(instance)
      if (found.verified.includes(op)) return this.verifyFails ? 'failed' : 'done'
      this.machines.crash(found)
      if (this.verifyFor > 0) {
        this.verifyFor -= 1
        return 'running'
      }
      found.verified.push(op)
      return this.verifyFails ? 'failed' : 'done'
    })
  }

  async remove(instance: InstanceRef, { keepData }: { keepData: boolean }): Promise<void> {
    const lies = this.#faults.findIndex(({ call, fault }) => call === 'remove' && fault === 'lies')
    if (lies >= 0) this.#faults.splice(lies, 1)
    else await this.#runCall('remove', instance, () => this.machines.remove(instance, keepData))
  }

  close(): void {
    this.forget()
  }

  async #runCall<T>(call: DriverCall, instance: InstanceRef, act: () => T): Promise<T> {
    if (!unrecordedCalls.includes(call)) this.calls.push(`${call} ${getInstanceName(instance)}`)
    const fault = this.#nextFault(call)
    if (this.machines.at(instance.hostName).isSilent) throw new HostUnreachable('the machine is silent')
    if (fault === 'hang') return new Promise(() => undefined)
    if (fault !== undefined && fault !== 'lost' && fault !== 'stuck') throw toFaultError(fault)
    const done = act()
    const index = this.#interruptions.findIndex((one) => one.call === call)
    await this.#interruptions.splice(index, index < 0 ? 0 : 1)[0]?.act()
    if (fault === 'stuck') return new Promise(() => undefined)
    if (fault === 'lost') throw toFaultError(fault)
    return done
  }

  #nextFault(call: DriverCall): DriverFault | undefined {
    const index = this.#faults.findIndex((one) => one.call === call)
    return index < 0 ? undefined : this.#faults.splice(index, 1)[0]?.fault
  }

  #getInstance(instance: InstanceRef): SimulatedInstance {
    const found = this.machines.find(instance)
    if (!found) throw new InstanceNotFound('it is not there')
    return found
  }
}

const unrecordedCalls: readonly DriverCall[] = ['observe', 'readFile', 'readFolder']

function toFaultError(fault: DriverFault): Error {
  if (fault === 'full') return new HostFull('the machine is full')
  if (fault === 'port') return new PortInUse('the port is taken')
  if (fault === 'gone') return new InstanceNotFound('it is not there')
  if (fault === 'broken') return new Error('the driver is broken')
  return new HostUnreachable('the machine is silent')
}

function toObservedInstance({
  rentalId,
  number,
  generation,
  isRunning,
  run,
  createdAt,
}: SimulatedInstance): ObservedInstance {
  return { rentalId, number, generation, isRunning, run, createdAt }
}
