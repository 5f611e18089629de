import { makeFolders } from './files.ts'
import { type Machine, userOf } from './machine.ts'
import { holding } from './name-lock.ts'
import { living } from './processes.ts'
import type { InstanceRecord } from './record.ts'
import { type Stray, straysOf } from './seen.ts'

/**
 * The record of an instance of whichever portal, null without. One that makes no sense is put aside, told of, and made anew by
 * the marks of its game where that runs: nobody else is kept waiting by it.
 */
export async function readRecord(machine: Machine, name: string): Promise<InstanceRecord | null> {
  if (machine.records.isBroken(name)) await holding(`mend-${name}`, async () => mend(machine, name))
  return machine.records.read(name)
}

function mend(machine: Machine, name: string): void {
  const { records, tell } = machine
  // Somebody else may have done it meanwhile.
  if (!records.isBroken(name)) return
  records.putAside(name)
  const stray = findStray((told) => told.name === name)
  if (stray) adopt(machine, stray)
  const found = stray ? 'it was made anew from its game' : 'nothing of it runs'
  tell(`the record of ${name} made no sense: ${found}`)
}

/** Every record of the machine; `complete` where nothing is there that could not be read. */
export async function readRecords(
  machine: Machine,
): Promise<{ records: Map<string, InstanceRecord>; complete: boolean }> {
  const { records, unread } = machine.records.all()
  let complete = true
  for (const name of unread) {
    const record = await readRecord(machine, name).catch(() => undefined)
    if (record) records.set(name, record)
    if (record === undefined) complete = false
  }
  return { records, complete }
}

/** What stands under a name: its record, or one made anew from a game whose record was lost. To be called under the lock of the name. */
export async function standing(machine: Machine, name: string): Promise<InstanceRecord | null> {
  const { owner } = machine
  const record = await readRecord(machine, name)
  if (record && (record.owner !== owner || !record.kept)) return record
  const stray = findStray((told) => told.owner === owner && told.name === name)
  return stray ? adopt(machine, stray) : record
}

function findStray(isAsked: (told: { owner: string; name: string }) => boolean): Stray | undefined {
  // One that does not know its port could not be started again.
  return straysOf(isAsked, living()).find(({ port }) => Number.isInteger(port))
}

function adopt(machine: Machine, { name, run, port, owner, seen, uid }: Stray): InstanceRecord {
  const { records, uids } = machine
  const { leaseId, number, generation } = seen
  const createdAt = seen.createdAt.getTime()
  const nothing = { bare: !records.hasHome(name), kept: false, restart: null, verify: null }
  const isOwnUser = uid !== null && uids !== null && uid >= uids.first && uid <= uids.last
  const user = isOwnUser && { uid }
  const record = { owner, leaseId, number, generation, port, ...user, createdAt, run, ...nothing }
  makeFolders(records.home(name), userOf(machine, record))
  records.write(name, record)
  return record
}
