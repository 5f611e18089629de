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
  /** Gets its exit code when it ended, whoever lives then; for a command that ends by itself. */
  ended?: string
}

/**
 * Nothing starts before the portal has written down what it starts: where the portal dies in between, the word never comes
 * and nothing was ever started. The command's words are never read by the shell.
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

/** Where command lines cannot be read nobody waits. One that becomes its program, or ends, has none for a moment. */
function isWaitingForGo({ pid }: ProcessRun): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return line === '' || line.includes(gameScript)
  } catch {
    return false
  }
}

/**
 * Starts a command in a session of its own, so that it outlives the portal. `written` is called with what it will be before
 * it begins. Rejects where it cannot be started.
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
  // Who is gone before the word is no harm: it is seen by whoever looks next.
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
