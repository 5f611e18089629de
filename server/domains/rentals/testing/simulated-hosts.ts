import { randomUUID } from 'node:crypto'
import {
  type ConfigFiles,
  type Host,
  type InstanceRef,
  type InstanceSpec,
  type Machine,
  getInstanceName,
} from '../drivers/driver.ts'
import type { GameConfig } from '../game/game.ts'

/** The real state of a game server, which reports can differ from. */
export interface SimulatedInstance extends InstanceRef {
  name: string
  port: number
  isRunning: boolean
  /** Another after every start. */
  run: string
  createdAt: Date
  files: ConfigFiles
  /** The configuration of the running game: read from its files at its start, received over RCON since. */
  config: GameConfig | null
  /** It runs and answers no query until it is restarted. */
  isHung: boolean
  /** Queries that stay unanswered after a start. */
  slowFor: number
  restarts: string[]
  verified: string[]
  /** The version it was started with. */
  version: string | null
  players: number
  map: string
  mode: string
  /** The maps and modes it was sent, over all starts. */
  sentMaps: string[]
  /** What its players read. */
  said: string[]
}

export interface SimulatedHost extends Host {
  /** The host is unreachable; its instances continue. */
  isSilent: boolean
  machine: Machine
  /** The version that games start from. */
  installed: string | null
  /** Ports used by other programs. */
  taken: Set<number>
  resources: Map<string, SimulatedInstance>
  /** Names whose data was retained on removal. */
  kept: Set<string>
}

/** A class that is served and takes nothing that is counted. */
const noNeeds = { memoryMb: 0, cpus: 0, pinnedCores: null, isServed: true }

/** Machines in memory: what exists, independent of the portal. They note every double the moment it comes to be (R1). */
export class SimulatedHosts {
  readonly all: readonly SimulatedHost[]
  readonly now: () => Date
  /** The violations seen while playing. */
  readonly wrongs: string[] = []
  /** Rentals whose switch was asked for: they may live twice for a while. */
  readonly mayBeTwo = new Set<string>()
  /** A holder was too slow, and may make something after its end: it is found later, and no double of the latest. */
  mayBeLate = false
  /** Questions that a game leaves unanswered after each start. */
  slowFor = 0

  constructor(now: () => Date, hosts: readonly (Partial<Host> & { name: string })[]) {
    this.now = now
    this.all = hosts.map((hostName, index) => ({
      regions: ['*'],
      host: `10.0.0.${index + 1}`,
      publicHost: `203.0.113.${index + 1}`,
      ports: { first: 27_200, last: 27_299 },
      most: null,
      classes: { standard: noNeeds, performance: noNeeds },
      limits: { memoryMb: null, cpus: null },
      ...hostName,
      machine: { memoryMb: 16_384, cpus: 8 },
      isSilent: false,
      installed: null,
      taken: new Set(),
      resources: new Map(),
      kept: new Set(),
    }))
  }

  at(name: string): SimulatedHost {
    const found = this.all.find((machine) => machine.name === name)
    if (!found) throw new Error(`there is no machine ${name}`)
    return found
  }

  get resources(): SimulatedInstance[] {
    return this.all.flatMap(({ resources }) => [...resources.values()])
  }

  /** Everything of a rental that runs. */
  liveOf(rentalId: string): SimulatedInstance[] {
    return this.resources.filter((one) => one.rentalId === rentalId && one.isRunning)
  }

  find(instance: InstanceRef): SimulatedInstance | undefined {
    return this.at(instance.hostName).resources.get(getInstanceName(instance))
  }

  /** Makes it or brings its files up to date, and starts it where it does not run. */
  ensure(spec: InstanceSpec): SimulatedInstance {
    const found = this.find(spec) ?? this.#create(spec)
    // What the game wrote stays.
    found.files = { ...found.files, ...spec.files }
    if (!found.isRunning) {
      found.port = spec.port
      this.start(found)
    }
    return found
  }

  start(one: SimulatedInstance): void {
    one.isRunning = true
    one.run = randomUUID()
    one.version = this.at(one.hostName).installed
    one.players = 0
    one.map = 'de_dust2'
    one.mode = 'practice'
    one.isHung = false
    one.slowFor = this.slowFor
    one.config = JSON.parse(one.files['cfg/server.cfg'] ?? 'null') as GameConfig | null
    this.#checkForDoubles(one)
  }

  /** As the kernel does when memory is short. */
  crash(one: SimulatedInstance): void {
    one.isRunning = false
    one.run = ''
    one.config = null
  }

  remove(instance: InstanceRef, keepData: boolean): void {
    const { resources, kept } = this.at(instance.hostName)
    const name = getInstanceName(instance)
    if (resources.delete(name) && keepData) kept.add(name)
    if (!keepData) kept.delete(name)
  }

  answering({ host, port }: { host: string; port: number }): SimulatedInstance | null {
    const machine = this.all.find((one) => one.host === host)
    if (!machine || machine.isSilent) return null
    const found = [...machine.resources.values()].find((one) => one.port === port && one.isRunning)
    if (!found || found.isHung) return null
    if (found.slowFor === 0) return found
    found.slowFor -= 1
    return null
  }

  #create(spec: InstanceSpec): SimulatedInstance {
    const { rentalId, number, generation, hostName, port, files } = spec
    const created: SimulatedInstance = {
      rentalId,
      number,
      generation,
      hostName,
      port,
      files,
      name: getInstanceName(spec),
      isRunning: false,
      run: '',
      createdAt: this.now(),
      config: null,
      isHung: false,
      slowFor: 0,
      restarts: [],
      verified: [],
      version: null,
      players: 0,
      map: 'de_dust2',
      mode: 'practice',
      sentMaps: [],
      said: [],
    }
    this.at(hostName).resources.set(created.name, created)
    return created
  }

  #checkForDoubles(started: SimulatedInstance): void {
    const live = this.liveOf(started.rentalId)
    const reached = live.filter(({ hostName }) => !this.at(hostName).isSilent)
    if (live.filter(({ generation }) => generation === started.generation).length > 1)
      this.wrongs.push(`${started.name} runs twice`)
    if (!this.mayBeLate && reached.length > (this.mayBeTwo.has(started.rentalId) ? 2 : 1))
      this.wrongs.push(`${reached.map(({ name }) => name).join(' and ')} run at once`)
    const neighbours = [...this.at(started.hostName).resources.values()]
    if (neighbours.filter(({ isRunning, port }) => isRunning && port === started.port).length > 1)
      this.wrongs.push(`two run on port ${started.port} of ${started.hostName}`)
  }
}
