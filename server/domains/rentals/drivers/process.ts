import {
  type ConfigFiles,
  type FleetDriver,
  type FleetNode,
  InstanceGone,
  NodeFull,
  NodeSilent,
  type Place,
  type Seen,
  type Wanted,
  nameOf,
} from './driver.ts'
import { readRecord, readRecords, standing } from './process/adoption.ts'
import { closeHome, makeFolders, makeHome, removeHome, writeFiles } from './process/files.ts'
import { runs } from './process/launch.ts'
import { type Machine, shortenLog, startGame, stop, userOf } from './process/machine.ts'
import { holding } from './process/name-lock.ts'
import { recordWithUser } from './process/own-user.ts'
import { demandFree } from './process/port.ts'
import { living, lives } from './process/processes.ts'
import type { InstanceRecord } from './process/record.ts'
import { nameOfRun, seenOf, straysOf } from './process/seen.ts'
import { verifyFiles } from './process/verification.ts'

const restartGraceMs = 5_000
/** What the system says when there is no room for one more. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'])

/**
 * Rented servers as programs beside the portal, in sessions of their own: they outlive it. What it knows of them stands in
 * their folders; the lock of a name makes one caller at a time of many, in any process of the machine.
 */
export class ProcessDriver implements FleetDriver {
  readonly kind = 'process'
  readonly nodes: readonly FleetNode[]
  readonly #machine: Machine

  /** Without a node it serves nothing. */
  constructor(machine: Machine, nodes: readonly FleetNode[]) {
    this.#machine = machine
    this.nodes = nodes
  }

  ensure(wanted: Wanted): Promise<Seen> {
    return this.#held(wanted, async (name) => {
      const found = await this.#find(name)
      if (found?.run && !found.kept && (await runs(found.run))) {
        this.#write(name, found, wanted.files)
        return seenOf(found, true)
      }
      await stop(this.#machine, name, found, 0)
      const { host } = this.#machine
      await demandFree(host, wanted.port)
      const record = await this.#make(name, wanted, found)
      try {
        this.#write(name, record, wanted.files)
        return seenOf(await startGame(this.#machine, name, { ...record, bare: false }), true)
      } catch (error) {
        if (!found) removeHome(this.#home(name))
        throw isFull(error) ? new NodeFull(`no room for ${name}`, { cause: error }) : error
      }
    })
  }

  async observe(place: Place): Promise<Seen | null> {
    this.#demandNode(place.node)
    const name = nameOf(place)
    const { owner } = this.#machine
    const record = await readRecord(this.#machine, name)
    if (record?.owner === owner && !record.kept)
      return seenOf(record, record.run !== null && lives(record.run))
    const [stray] = straysOf((told) => told.owner === owner && told.name === name, living())
    return stray?.seen ?? null
  }

  async list(node: string): Promise<{ seen: Seen[]; complete: boolean }> {
    this.#demandNode(node)
    const { owner } = this.#machine
    const { records, complete } = await readRecords(this.#machine)
    const recorded = new Map([...records].filter(([, one]) => one.owner === owner && !one.kept))
    for (const name of recorded.keys()) shortenLog(this.#home(name))
    const among = living()
    const alive = new Set(among.map((one) => nameOfRun(one)))
    const seen = [...recorded.values()].map((one) => seenOf(one, alive.has(nameOfRun(one.run))))
    const begun = new Set([...recorded.values()].map(({ run }) => run?.pid))
    const unknown = among.filter(({ session }) => !begun.has(session))
    const strays = straysOf((told) => told.owner === owner && !recorded.has(told.name), unknown)
    return { seen: [...seen, ...strays.map((stray) => stray.seen)], complete }
  }

  configure(place: Place, files: ConfigFiles): Promise<void> {
    return this.#held(place, async (name) => {
      this.#write(name, await this.#demand(name), files)
    })
  }

  restart(place: Place, op: string): Promise<Seen> {
    return this.#held(place, async (name) => {
      const found = await this.#demand(name)
      const isUp = found.run !== null && (await runs(found.run))
      const now = isUp ? nameOfRun(found.run) : ''
      const isAsked = found.restart?.op === op
      if (isAsked && isUp && found.restart?.before !== now) return seenOf(found, true)
      const record = isAsked ? found : { ...found, restart: { op, before: now } }
      this.#machine.records.write(name, record)
      this.#machine.at('asked')
      await stop(this.#machine, name, record, restartGraceMs)
      // Only `ensure` brings the files it needs; it starts what does not run.
      if (record.bare) return seenOf(record, false)
      return seenOf(await startGame(this.#machine, name, record), true)
    })
  }

  verify(place: Place, op: string): Promise<'running' | 'done'> {
    return this.#held(place, async (name) => {
      return verifyFiles(this.#machine, name, await this.#demand(name), op)
    })
  }

  remove(place: Place, { graceMs, keepData }: { graceMs: number; keepData: boolean }): Promise<void> {
    return this.#held(place, async (name) => {
      const { records, owner, at } = this.#machine
      const record = await readRecord(this.#machine, name)
      if (record && record.owner !== owner) return
      await stop(this.#machine, name, record, graceMs)
      if (keepData && records.hasHome(name)) {
        const kept = record ?? this.#fresh({ ...place, port: 0 })
        closeHome(this.#home(name))
        records.write(name, { ...kept, kept: true, run: null })
        at('kept')
      } else {
        removeHome(this.#home(name))
        at('removed')
      }
    })
  }

  close(): void {
    // Nothing is held between two calls.
  }

  /** Does something to an instance while nobody else does. */
  async #held<T>(place: Place, work: (name: string) => Promise<T>): Promise<T> {
    this.#demandNode(place.node)
    const name = nameOf(place)
    return holding(`${this.#machine.owner}-${name}`, () => work(name))
  }

  #demandNode(node: string): void {
    if (!this.nodes.some(({ name }) => name === node)) throw new NodeSilent(`${node} is not this machine`)
  }

  async #demand(name: string): Promise<InstanceRecord> {
    const record = await standing(this.#machine, name)
    if (record?.owner !== this.#machine.owner || record.kept) throw new InstanceGone(`there is no ${name}`)
    return record
  }

  /** What is there to be adopted: a record, or a game whose folder was lost. Throws NodeFull where the name is another portal's. */
  async #find(name: string): Promise<InstanceRecord | null> {
    const record = await standing(this.#machine, name)
    if (record && record.owner !== this.#machine.owner) throw new NodeFull(`${name} is another portal's`)
    return record
  }

  async #make(name: string, wanted: Wanted, found: InstanceRecord | null): Promise<InstanceRecord> {
    const { records, at } = this.#machine
    const home = this.#home(name)
    makeHome(home)
    const bare = { ...(found ?? this.#fresh(wanted)), port: wanted.port, kept: false, run: null }
    const isAssigned = found !== null && !found.kept
    if (isAssigned) records.write(name, bare)
    const record = isAssigned ? bare : await recordWithUser(this.#machine, name, bare)
    makeFolders(home, userOf(this.#machine, record))
    at('made')
    return record
  }

  #fresh({ leaseId, number, generation, port }: Place & { port: number }): InstanceRecord {
    const { owner, now } = this.#machine
    const createdAt = now().getTime()
    const nothing = { kept: false, run: null, restart: null, verify: null }
    return { owner, leaseId, number, generation, port, createdAt, ...nothing }
  }

  #write(name: string, { uid }: Pick<InstanceRecord, 'uid'>, files: ConfigFiles): void {
    const { records } = this.#machine
    writeFiles(this.#home(name), files, userOf(this.#machine, { uid }))
    const record = records.read(name)
    if (record?.bare) records.write(name, { ...record, bare: false })
    this.#machine.at('files')
  }

  #home(name: string): string {
    return this.#machine.records.home(name)
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.has(String(error.code))
}
