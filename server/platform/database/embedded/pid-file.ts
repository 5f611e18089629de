import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EmbeddedRefused } from './program.ts'

const shutdownWithinMs = 10_000
const lookEveryMs = 50

/**
 * Files that PostgreSQL leaves in its folder when it is killed. It takes any process that now has its pid for
 * itself, and refuses to start.
 */
const marks = ['postmaster.pid', '.s.PGSQL.5432.lock']

/**
 * Clears the way for PostgreSQL to start in a data folder: waits for one that is shutting down, removes the marks of one
 * that is gone. Throws EmbeddedRefused when a running one uses the folder.
 */
export async function claimDataFolder(folder: string): Promise<void> {
  const began = performance.now()
  for (;;) {
    const file = readPidFile(folder)
    const waitedMs = performance.now() - began
    if (!file || !runsHere(file.pid, folder)) {
      const leftovers = processesIn(folder)
      if (leftovers.length === 0) return removeMarks(folder)
      if (waitedMs > shutdownWithinMs) throw running(leftovers[0] ?? 0)
    } else {
      const leaving = file.stopping || isOrphan(file.pid)
      if (!leaving || waitedMs > shutdownWithinMs) throw running(file.pid)
      if (process.platform !== 'linux') process.kill(file.pid, 'SIGINT')
    }
    await wait(lookEveryMs)
  }
}

/** Looked at again one by one: another portal may have started on the folder since, and its marks keep a second one away. */
function removeMarks(folder: string): void {
  for (const mark of marks) {
    const left = readMark(join(folder, mark))
    if (left && !runsHere(left.pid, folder)) rmSync(join(folder, mark), { force: true })
  }
}

/** The refusal that names the PostgreSQL which has the folder. */
export function running(pid: number): EmbeddedRefused {
  return new EmbeddedRefused(`the portal of this data directory is already running (pid ${pid})`)
}

/** What PostgreSQL wrote into its pid file; null without one. */
export function readPidFile(folder: string): { pid: number; stopping: boolean } | null {
  const mark = readMark(join(folder, 'postmaster.pid'))
  return mark && { pid: mark.pid, stopping: isStopping(mark) }
}

interface Mark {
  pid: number
  lines: string[]
}

const isStopping = ({ lines }: Mark) => lines[7]?.trim() === 'stopping'

function readMark(path: string): Mark | null {
  if (!existsSync(path)) return null
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    return { pid: Number.parseInt(lines[0] ?? '', 10) || 0, lines }
  } catch {
    return null
  }
}

/** Where the PostgreSQL that runs on a folder is reached; null where none runs, or it is about to stop. */
export function findRunning(folder: string): { host: string; port: number } | null {
  const mark = readMark(join(folder, 'postmaster.pid'))
  if (!mark || isStopping(mark) || !runsHere(mark.pid, folder)) return null
  return { host: mark.lines[4] ?? '', port: Number(mark.lines[3]) }
}

/** Whether the process lives and is a PostgreSQL of this folder: pid numbers are used again. */
function runsHere(pid: number, folder: string): boolean {
  if (pid <= 0) return false
  if (process.platform !== 'linux') {
    const ps = spawnSync('ps', ['-ww', '-o', 'state=,command=', '-p', String(pid)], { encoding: 'utf8' })
    return !ps.stdout.startsWith('Z') && ps.stdout.includes(folder)
  }
  try {
    const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return state !== 'Z' && state !== 'X' && words.includes(folder)
  } catch {
    return false
  }
}

/**
 * Whether the portal that started it is gone, so that it has another parent. Linux has then already
 * interrupted it and it is about to stop; other systems have not.
 */
function isOrphan(pid: number): boolean {
  const ps = spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' })
  const parent = Number(ps.stdout)
  if (process.platform !== 'linux') return parent === 1
  const program = linkTarget(`/proc/${parent}/exe`)
  return program !== null && basename(program) !== basename(process.execPath)
}

/** Processes still working in a folder whose main process was killed: starting another PostgreSQL would destroy the data. */
function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && linkTarget(`/proc/${pid}/cwd`) === folder)
}

function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
