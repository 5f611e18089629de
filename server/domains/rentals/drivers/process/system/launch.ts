import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { GameUser } from './game-user.ts'
import { type ProcessRun, isAlive, getStartTime } from './processes.ts'

export interface LaunchOptions {
  command: readonly string[]
  folder: string
  environment: Readonly<Record<string, string>>
  user: GameUser | null
  /** Where everything it says goes. */
  log: string
  /** Receives the exit code of a command that ends by itself, even after the portal has stopped. */
  ended?: string
}

/**
 * The process waits until the portal has recorded it: if the portal dies before, nothing is ever started. The
 * shell never interprets the command's arguments.
 */
const waitForGoScript = 'read -r word || exit 1; '
const gameScript = `${waitForGoScript}exec "$@" </dev/null`
const exitCodeScript = `${waitForGoScript}"$@" </dev/null 3>&-; echo $? >&3`
/** By then it is known whether the word came. */
const startWaitMs = 10_000

/**
 * Whether a game really runs, to be asked under the lock of its name: one whose portal died at its start may still be about to
 * find out that the word does not come.
 */
export async function isReallyRunning(run: ProcessRun): Promise<boolean> {
  const deadline = performance.now() + startWaitMs
  while (isAlive(run) && isWaitingForGo(run) && performance.now() < deadline) await pause(5)
  return isAlive(run)
}

/**
 * Where command lines cannot be read, no process waits. A process that executes its program, or ends, has
 * none for a moment.
 */
function isWaitingForGo({ pid }: ProcessRun): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return line === '' || line.includes(gameScript)
  } catch {
    return false
  }
}

/**
 * Starts a command in its own session, so that it outlives the portal. `written` is called with its identity
 * before it begins. Rejects if it cannot be started.
 */
export async function launch(
  { command, folder, environment, user, log, ended }: LaunchOptions,
  written: (run: ProcessRun) => void,
): Promise<ProcessRun> {
  const output = openSync(log, 'a', 0o600)
  const end = ended === undefined ? 'ignore' : openSync(ended, 'w', 0o600)
  try {
    const child = spawn(
      '/bin/sh',
      ['-c', ended === undefined ? gameScript : exitCodeScript, 'sh', ...command],
      {
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: folder, ...environment },
        stdio: ['pipe', output, output, end],
        detached: true,
        ...user,
      },
    )
    child.unref()
    return await confirmStart(child, written)
  } finally {
    closeSync(output)
    if (end !== 'ignore') closeSync(end)
  }
}

async function confirmStart(child: ChildProcess, written: (run: ProcessRun) => void): Promise<ProcessRun> {
  const { stdin } = child
  // A process that ended before the go is no error: the next observation shows it.
  stdin?.on('error', () => undefined)
  child.on('error', () => undefined)
  try {
    await once(child, 'spawn')
    const pid = child.pid ?? 0
    const run = { pid, start: getStartTime(pid) ?? '' }
    written(run)
    stdin?.end('go\n')
    return run
  } catch (error) {
    stdin?.destroy()
    throw error
  }
}
