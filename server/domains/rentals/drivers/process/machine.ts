import { renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { filledIn } from '../command.ts'
import { gameFolder } from './files.ts'
import type { GameUser } from './game-user.ts'
import { launch } from './launch.ts'
import { endAll, marks } from './members.ts'
import type { Run } from './processes.ts'
import type { InstanceRecord, Records } from './record.ts'

/** What the driver has just done to the world or to its records: tests kill it there. */
export type ProcessStep =
  | 'made'
  | 'files'
  | 'asked'
  | 'ended'
  | 'begun'
  | 'written'
  | 'told'
  | 'kept'
  | 'removed'

/** This machine, as the settings have it for one portal. */
export interface Machine {
  owner: string
  /** What games listen on. */
  host: string
  records: Records
  command: readonly string[]
  verifyCommand: readonly string[] | null
  /** The user of instances without one of their own. */
  sharedUser: GameUser | null
  /** The range that instances get users of their own from. */
  uids: { first: number; last: number } | null
  labels: readonly string[]
  now: () => Date
  at: (step: ProcessStep) => void
  /** Is told of trouble that the driver put right by itself. */
  tell: (problem: string) => void
}

/** Whom an instance runs as; null: as the portal. */
export function userOf(
  { sharedUser }: Pick<Machine, 'sharedUser'>,
  { uid }: Pick<InstanceRecord, 'uid'>,
): GameUser | null {
  return uid === undefined ? sharedUser : { uid, gid: uid }
}

const longestLogBytes = 8_388_608

/** Where everything a game says goes; that of the run before stays beside it. */
function logOf(home: string): string {
  return join(home, 'log')
}

/** A log that grew too long begins anew: what a game writes next stands at its beginning. */
export function shortenLog(home: string): void {
  const size = statSync(logOf(home), { throwIfNoEntry: false })?.size ?? 0
  if (size > longestLogBytes) truncateSync(logOf(home))
}

/** Starts the game of an instance that does not run, and answers its record with the new run. */
export async function startGame(
  machine: Machine,
  name: string,
  record: InstanceRecord,
): Promise<InstanceRecord> {
  const home = machine.records.home(name)
  const { command } = machine
  rmSync(`${logOf(home)}.1`, { force: true })
  moveAside(logOf(home))
  let started = record
  await start(machine, name, record, { command }, (run) => {
    machine.at('begun')
    started = { ...record, run }
    machine.records.write(name, started)
    machine.at('written')
  })
  machine.at('told')
  return started
}

/** Starts a command of an instance; `ended` is the file that gets its exit code, for one that ends. */
export async function start(
  machine: Machine,
  name: string,
  record: InstanceRecord,
  { command, ended }: { command: readonly string[]; ended?: string },
  written: (run: Run) => void,
): Promise<void> {
  const { host, owner, labels, records } = machine
  const home = records.home(name)
  const folder = gameFolder(home)
  const environment = {
    [marks.owner]: owner,
    [marks.instance]: name,
    [marks.lease]: record.leaseId,
    [marks.generation]: String(record.generation),
    [marks.port]: String(record.port),
    [marks.created]: String(record.createdAt),
    [marks.labels]: labels.join(','),
  }
  const words = filledIn(command, { port: record.port, host, folder })
  const log = logOf(home)
  const user = userOf(machine, record)
  await launch({ command: words, folder, environment, user, log, ...(ended && { ended }) }, written)
}

/** What is kept of an ended instance runs nothing, and another one may have its user by now. */
function ownUid(record: InstanceRecord | null): number | null {
  return record === null || record.kept ? null : (record.uid ?? null)
}

/** Ends everything that lives of an instance. Throws NodeSilent where something does not die. */
export async function stop(
  { owner, at }: Machine,
  name: string,
  record: InstanceRecord | null,
  graceMs: number,
): Promise<void> {
  const runs = [record?.run, record?.verify?.run].filter((run) => run !== null && run !== undefined)
  await endAll({ owner, name, runs, uid: ownUid(record) }, graceMs)
  at('ended')
}

function moveAside(path: string): void {
  try {
    renameSync(path, `${path}.1`)
  } catch {
    // There was none before.
  }
}
