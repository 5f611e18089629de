import type { HostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
import { renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { fillCommandPlaceholders } from '../game-command.ts'
import { getGameFolder } from './records/instance-folder.ts'
import type { GameUser } from './system/game-user.ts'
import { launch } from './system/launch.ts'
import { terminateInstance, environmentMarks } from './system/instance-processes.ts'
import type { ProcessRun } from './system/processes.ts'
import type { InstanceRecord, InstanceRecords } from './records/instance-records.ts'

/** What the driver has just done to the system or its records: tests kill it there. */
export type DriverCheckpoint =
  | 'made'
  | 'files'
  | 'asked'
  | 'ended'
  | 'begun'
  | 'written'
  | 'reported'
  | 'kept'
  | 'removed'

/** The host of the process driver, as the config describes it for one portal. */
export interface ProcessHost {
  owner: string
  /** What games listen on. */
  host: string
  firstPort: number
  records: InstanceRecords
  command: readonly string[]
  /** What comes before the command, by class. */
  pinning: Readonly<Record<HostClass, readonly string[]>>
  verifyCommand: readonly string[] | null
  /** The install that games start from; null where none is configured. */
  install: string | null
  /** The command that updates the install; null where none is configured. */
  updateCommand: readonly string[] | null
  /** Where the record and the output of that command are. */
  updateFolder: string
  /** The user of instances without one of their own. */
  sharedUser: GameUser | null
  /** The range that instances get users of their own from. */
  uids: { first: number; last: number } | null
  labels: readonly string[]
  now: () => Date
  at: (step: DriverCheckpoint) => void
  /** Receives problems that the driver repaired itself. */
  report: (problem: string) => void
}

/** Returns the user that an instance runs as; null is the user of the portal. */
export function getInstanceUser(
  { sharedUser }: Pick<ProcessHost, 'sharedUser'>,
  { uid }: Pick<InstanceRecord, 'uid'>,
): GameUser | null {
  return uid === undefined ? sharedUser : { uid, gid: uid }
}

const logMaxBytes = 8_388_608

/** The file with the game's output; that of the previous run is kept next to it. */
function getLogPath(home: string): string {
  return join(home, 'log')
}

/** Truncates a log that grew too long: the game's next output is at its start. */
export function truncateLongLog(home: string): void {
  const size = statSync(getLogPath(home), { throwIfNoEntry: false })?.size ?? 0
  if (size > logMaxBytes) truncateSync(getLogPath(home))
}

/** Starts the game of an instance that does not run. Returns its record with the new run. */
export async function startGame(
  processHost: ProcessHost,
  name: string,
  record: InstanceRecord,
  hostClass: HostClass = 'standard',
): Promise<InstanceRecord> {
  const home = processHost.records.home(name)
  const command = [...processHost.pinning[hostClass], ...processHost.command]
  rmSync(`${getLogPath(home)}.1`, { force: true })
  rotateLog(getLogPath(home))
  let started = record
  await startCommand(processHost, name, record, { command }, (run) => {
    processHost.at('begun')
    started = { ...record, run }
    processHost.records.write(name, started)
    processHost.at('written')
  })
  processHost.at('reported')
  return started
}

/** Starts a command of an instance; `ended` is the file that gets its exit code, for one that ends. */
export async function startCommand(
  processHost: ProcessHost,
  name: string,
  record: InstanceRecord,
  { command, ended }: { command: readonly string[]; ended?: string },
  written: (run: ProcessRun) => void,
): Promise<void> {
  const { host, firstPort, owner, labels, records } = processHost
  const home = records.home(name)
  const folder = getGameFolder(home)
  const environment = {
    [environmentMarks.owner]: owner,
    [environmentMarks.instance]: name,
    [environmentMarks.rental]: record.rentalId,
    [environmentMarks.generation]: String(record.generation),
    [environmentMarks.port]: String(record.port),
    [environmentMarks.created]: String(record.createdAt),
    [environmentMarks.labels]: labels.join(','),
  }
  const words = fillCommandPlaceholders(command, { port: record.port, firstPort, host, folder })
  const log = getLogPath(home)
  const user = getInstanceUser(processHost, record)
  await launch({ command: words, folder, environment, user, log, ...(ended && { ended }) }, written)
}

/** The retained data of an ended instance runs nothing, and another instance may have its user by now. */
function getExclusiveUid(record: InstanceRecord | null): number | null {
  return record === null || record.kept ? null : (record.uid ?? null)
}

/** Ends all processes of an instance. Throws HostUnreachable if one survives. */
export async function stopInstance(
  { owner, at }: ProcessHost,
  name: string,
  record: InstanceRecord | null,
  graceMs: number,
): Promise<void> {
  const runs = [record?.run, record?.verify?.run].filter((run) => run !== null && run !== undefined)
  await terminateInstance({ owner, name, runs, uid: getExclusiveUid(record) }, graceMs)
  at('ended')
}

function rotateLog(path: string): void {
  try {
    renameSync(path, `${path}.1`)
  } catch {
    // There was none before.
  }
}

/** What the system says when there is no room for one more. */
const noCapacityCodes = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'])

export function isNoCapacityError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && noCapacityCodes.has(String(error.code))
}
