import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ConfigFiles,
  type FleetDriver,
  type Host,
  type InstallUpdate,
  InstanceNotFound,
  HostFull,
  HostUnreachable,
  type InstanceRef,
  type ObservedInstance,
  type InstanceSpec,
  type Machine,
  getInstanceName,
  type VerificationProgress,
  type VisitGameFile,
} from '../driver.ts'
import { type InstallAction, canChangeInstalls } from '../install-command.ts'
import { readPatchVersion, steamInfPath } from '../steam-inf.ts'
import { readRecord, readRecords, findOrAdopt } from './records/adopt-instance.ts'
import {
  restrictInstanceFolder,
  createInstanceFolders,
  createInstanceFolder,
  removeInstanceFolder,
  writeConfigFiles,
} from './records/instance-folder.ts'
import { readGameFile, removeGameFile, visitGameFiles } from './records/game-files.ts'
import { isReallyRunning } from './system/launch.ts'
import {
  type ProcessHost,
  isNoCapacityError,
  truncateLongLog,
  startGame,
  stopInstance,
  getInstanceUser,
} from './process-host.ts'
import { withNameLock } from './system/name-lock.ts'
import { writeRecordWithUser } from './records/assign-user.ts'
import { readMachine } from './system/pinning.ts'
import { assertPortFree } from './system/port-check.ts'
import { listLiveProcesses, isAlive } from './system/processes.ts'
import type { InstanceRecord } from './records/instance-records.ts'
import { getRunId, toObservedInstance, findUnrecordedInstances } from './records/observed-instance.ts'
import { updateInstall } from './update-install.ts'
import { verifyInstance } from './verify-instance.ts'

const gracefulStopMs = 5_000

/**
 * Rented servers as processes on the portal's machine, in their own sessions: they outlive the portal. Their
 * state is in their folders; a lock per name admits one caller at a time, across all processes of the
 * machine.
 */
export class ProcessDriver implements FleetDriver {
  readonly kind = 'process'
  readonly hosts: readonly Host[]
  readonly canUpdateInstalls: boolean
  readonly canChangeInstalls: boolean
  readonly #host: ProcessHost

  /** Without a host it serves nothing. */
  constructor(processHost: ProcessHost, hosts: readonly Host[]) {
    this.#host = processHost
    this.hosts = hosts
    this.canUpdateInstalls = processHost.updateCommand !== null
    this.canChangeInstalls = canChangeInstalls(processHost.updateCommand)
  }

  ensure(spec: InstanceSpec): Promise<ObservedInstance> {
    return this.#withLock(spec, async (name) => {
      const found = await this.#findRecord(name)
      if (found?.run && !found.kept && (await isReallyRunning(found.run))) {
        this.#writeFiles(name, found, spec.files)
        return toObservedInstance(found, true)
      }
      await stopInstance(this.#host, name, found, 0)
      const { host } = this.#host
      await assertPortFree(host, spec.port)
      const record = await this.#createRecord(name, spec, found)
      try {
        this.#writeFiles(name, record, spec.files)
        return toObservedInstance(
          await startGame(this.#host, name, { ...record, bare: false }, spec.hostClass),
          true,
        )
      } catch (error) {
        if (!found) removeInstanceFolder(this.#getFolder(name))
        throw isNoCapacityError(error) ? new HostFull(`no room for ${name}`, { cause: error }) : error
      }
    })
  }

  async observe(instance: InstanceRef): Promise<ObservedInstance | null> {
    this.#assertHost(instance.hostName)
    const name = getInstanceName(instance)
    const { owner } = this.#host
    const record = await readRecord(this.#host, name)
    if (record?.owner === owner && !record.kept)
      return toObservedInstance(record, record.run !== null && isAlive(record.run))
    const [unrecorded] = findUnrecordedInstances(
      (ref) => ref.owner === owner && ref.name === name,
      listLiveProcesses(),
    )
    return unrecorded?.observed ?? null
  }

  async list(hostName: string): Promise<{ instances: ObservedInstance[]; complete: boolean }> {
    this.#assertHost(hostName)
    const { owner } = this.#host
    const { records, complete } = await readRecords(this.#host)
    const recorded = new Map([...records].filter(([, one]) => one.owner === owner && !one.kept))
    for (const name of recorded.keys()) truncateLongLog(this.#getFolder(name))
    const among = listLiveProcesses()
    const alive = new Set(among.map((one) => getRunId(one)))
    const instances = [...recorded.values()].map((one) =>
      toObservedInstance(one, alive.has(getRunId(one.run))),
    )
    const recordedRuns = new Set([...recorded.values()].map(({ run }) => run?.pid))
    const unknown = among.filter(({ session }) => !recordedRuns.has(session))
    const strays = findUnrecordedInstances((ref) => ref.owner === owner && !recorded.has(ref.name), unknown)
    return { instances: [...instances, ...strays.map((unrecorded) => unrecorded.observed)], complete }
  }

  async readMachine(hostName: string): Promise<Machine> {
    this.#assertHost(hostName)
    return readMachine()
  }

  async readInstalledVersion(hostName: string): Promise<string | null> {
    this.#assertHost(hostName)
    const { install } = this.#host
    if (install === null) return null
    try {
      return readPatchVersion(await readFile(join(install, steamInfPath), 'utf8'))
    } catch {
      // Before the first installation.
      return null
    }
  }

  updateInstall(hostName: string, op: string, action: InstallAction): Promise<InstallUpdate | null> {
    this.#assertHost(hostName)
    return withNameLock(`${this.#host.owner}-game-update`, () => updateInstall(this.#host, op, action))
  }

  configure(instance: InstanceRef, files: ConfigFiles): Promise<void> {
    return this.#withLock(instance, async (name) => {
      this.#writeFiles(name, await this.#getRecord(name), files)
    })
  }

  /** Without the lock: reading changes nothing, and nothing has to wait for it. */
  async readFile(instance: InstanceRef, path: string, maxBytes: number): Promise<string | null> {
    return readGameFile(await this.#findFolder(instance), path, maxBytes)
  }

  async readFolder(
    instance: InstanceRef,
    folder: string,
    visit: VisitGameFile,
    signal: AbortSignal,
  ): Promise<void> {
    await visitGameFiles(await this.#findFolder(instance), folder, visit, signal)
  }

  async removeFile(instance: InstanceRef, path: string): Promise<void> {
    await removeGameFile(await this.#findFolder(instance), path)
  }

  stop(instance: InstanceRef, graceMs: number): Promise<void> {
    return this.#withLock(instance, async (name) => {
      const record = await readRecord(this.#host, name)
      if (record?.owner === this.#host.owner) await stopInstance(this.#host, name, record, graceMs)
    })
  }

  restart(instance: InstanceRef, op: string): Promise<ObservedInstance> {
    return this.#withLock(instance, async (name) => {
      const found = await this.#getRecord(name)
      const isUp = found.run !== null && (await isReallyRunning(found.run))
      const now = isUp ? getRunId(found.run) : ''
      const isAsked = found.restart?.op === op
      if (isAsked && isUp && found.restart?.before !== now) return toObservedInstance(found, true)
      const record = isAsked ? found : { ...found, restart: { op, before: now } }
      this.#host.records.write(name, record)
      this.#host.at('asked')
      await stopInstance(this.#host, name, record, gracefulStopMs)
      // Only `ensure` brings the files it needs; it starts what does not run.
      if (record.bare) return toObservedInstance(record, false)
      return toObservedInstance(await startGame(this.#host, name, record, instance.hostClass), true)
    })
  }

  verify(instance: InstanceRef, op: string): Promise<VerificationProgress> {
    return this.#withLock(instance, async (name) => {
      return verifyInstance(this.#host, name, await this.#getRecord(name), op)
    })
  }

  remove(
    instance: InstanceRef,
    { graceMs, keepData }: { graceMs: number; keepData: boolean },
  ): Promise<void> {
    return this.#withLock(instance, async (name) => {
      const { records, owner, at } = this.#host
      const record = await readRecord(this.#host, name)
      if (record && record.owner !== owner) return
      await stopInstance(this.#host, name, record, graceMs)
      if (keepData && records.hasHome(name)) {
        const retained = record ?? this.#newRecord({ ...instance, port: 0 })
        restrictInstanceFolder(this.#getFolder(name))
        records.write(name, { ...retained, kept: true, run: null })
        at('kept')
      } else {
        removeInstanceFolder(this.#getFolder(name))
        at('removed')
      }
    })
  }

  close(): void {
    // Nothing is held between two calls.
  }

  /** Runs work on an instance under its lock. */
  async #withLock<T>(instance: InstanceRef, work: (name: string) => Promise<T>): Promise<T> {
    this.#assertHost(instance.hostName)
    const name = getInstanceName(instance)
    return withNameLock(`${this.#host.owner}-${name}`, () => work(name))
  }

  #assertHost(hostName: string): void {
    if (!this.hosts.some(({ name }) => name === hostName))
      throw new HostUnreachable(`${hostName} is not this machine`)
  }

  async #getRecord(name: string): Promise<InstanceRecord> {
    const record = await findOrAdopt(this.#host, name)
    if (record?.owner !== this.#host.owner || record.kept) throw new InstanceNotFound(`there is no ${name}`)
    return record
  }

  /**
   * Returns the record to adopt, or one of a game whose folder was lost. Throws HostFull if the name is
   * another portal's.
   */
  async #findRecord(name: string): Promise<InstanceRecord | null> {
    const record = await findOrAdopt(this.#host, name)
    if (record && record.owner !== this.#host.owner) throw new HostFull(`${name} is another portal's`)
    return record
  }

  async #createRecord(
    name: string,
    spec: InstanceSpec,
    found: InstanceRecord | null,
  ): Promise<InstanceRecord> {
    const { records, at } = this.#host
    const home = this.#getFolder(name)
    createInstanceFolder(home)
    const bare = { ...(found ?? this.#newRecord(spec)), port: spec.port, kept: false, run: null }
    const isAssigned = found !== null && !found.kept
    if (isAssigned) records.write(name, bare)
    const record = isAssigned ? bare : await writeRecordWithUser(this.#host, name, bare)
    createInstanceFolders(home, getInstanceUser(this.#host, record))
    at('made')
    return record
  }

  #newRecord({ rentalId, number, generation, port }: InstanceRef & { port: number }): InstanceRecord {
    const { owner, now } = this.#host
    const createdAt = now().getTime()
    const nothing = { kept: false, run: null, restart: null, verify: null }
    return { owner, rentalId, number, generation, port, createdAt, ...nothing }
  }

  #writeFiles(name: string, { uid }: Pick<InstanceRecord, 'uid'>, files: ConfigFiles): void {
    const { records } = this.#host
    writeConfigFiles(this.#getFolder(name), files, getInstanceUser(this.#host, { uid }))
    const record = records.read(name)
    if (record?.bare) records.write(name, { ...record, bare: false })
    this.#host.at('files')
  }

  /** The folder of an instance that exists. */
  async #findFolder(instance: InstanceRef): Promise<string> {
    this.#assertHost(instance.hostName)
    const name = getInstanceName(instance)
    const record = await readRecord(this.#host, name)
    if (record?.owner !== this.#host.owner || record.kept) throw new InstanceNotFound(`there is no ${name}`)
    return this.#getFolder(name)
  }

  #getFolder(name: string): string {
    return this.#host.records.home(name)
  }
}
