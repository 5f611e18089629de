import { createInstanceFolders } from './instance-folder.ts'
import { type ProcessHost, getInstanceUser } from '../process-host.ts'
import { withNameLock } from '../system/name-lock.ts'
import { listLiveProcesses } from '../system/processes.ts'
import type { InstanceRecord } from './instance-records.ts'
import { type UnrecordedInstance, findUnrecordedInstances } from './observed-instance.ts'

/**
 * Returns the record of an instance of any portal, null if there is none. A corrupt one is moved aside,
 * reported, and recreated from the marks of its game if that runs, so that it blocks no other.
 */
export async function readRecord(processHost: ProcessHost, name: string): Promise<InstanceRecord | null> {
  if (processHost.records.isBroken(name))
    await withNameLock(`mend-${name}`, async () => repairRecord(processHost, name))
  return processHost.records.read(name)
}

function repairRecord(processHost: ProcessHost, name: string): void {
  const { records, report } = processHost
  // Another process may have done it meanwhile.
  if (!records.isBroken(name)) return
  records.putAside(name)
  const unrecorded = findUnrecordedInstance((ref) => ref.name === name)
  if (unrecorded) adoptInstance(processHost, unrecorded)
  const found = unrecorded ? 'it was recreated from its game' : 'nothing of it runs'
  report(`the record of ${name} was corrupt: ${found}`)
}

/** Every record of the machine; `complete` where nothing is there that could not be read. */
export async function readRecords(
  processHost: ProcessHost,
): Promise<{ records: Map<string, InstanceRecord>; complete: boolean }> {
  const { records, unread } = processHost.records.all()
  let complete = true
  for (const name of unread) {
    const record = await readRecord(processHost, name).catch(() => undefined)
    if (record) records.set(name, record)
    if (record === undefined) complete = false
  }
  return { records, complete }
}

/**
 * Returns the record of a name, or one recreated from a game whose record was lost. The caller holds the lock
 * of the name.
 */
export async function findOrAdopt(processHost: ProcessHost, name: string): Promise<InstanceRecord | null> {
  const { owner } = processHost
  const record = await readRecord(processHost, name)
  if (record && (record.owner !== owner || !record.kept)) return record
  const unrecorded = findUnrecordedInstance((ref) => ref.owner === owner && ref.name === name)
  return unrecorded ? adoptInstance(processHost, unrecorded) : record
}

function findUnrecordedInstance(
  isMatch: (ref: { owner: string; name: string }) => boolean,
): UnrecordedInstance | undefined {
  // One that does not know its port could not be started again.
  return findUnrecordedInstances(isMatch, listLiveProcesses()).find(({ port }) => Number.isInteger(port))
}

function adoptInstance(
  processHost: ProcessHost,
  { name, run, port, owner, observed, uid }: UnrecordedInstance,
): InstanceRecord {
  const { records, uids } = processHost
  const { rentalId, number, generation } = observed
  const createdAt = observed.createdAt.getTime()
  const nothing = { bare: !records.hasHome(name), kept: false, restart: null, verify: null }
  const isOwnUser = uid !== null && uids !== null && uid >= uids.first && uid <= uids.last
  const user = isOwnUser && { uid }
  const record = { owner, rentalId, number, generation, port, ...user, createdAt, run, ...nothing }
  createInstanceFolders(records.home(name), getInstanceUser(processHost, record))
  records.write(name, record)
  return record
}
