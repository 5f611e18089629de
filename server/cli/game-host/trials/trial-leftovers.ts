import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isLocked } from '../host-lock.ts'

/** The files beside the folder of a tried server, which belongs to the game. */
export const getTrialLock = (folder: string) => `${folder}.lock`
export const getTrialLog = (folder: string) => `${folder}.log`

/**
 * Ends the tried servers of commands that were killed, and removes their folders: they would occupy the port of the next one. A command
 * that runs holds the lock of its folder.
 */
export function removeLeftTrials(scratch: string): void {
  for (const name of readdirSync(scratch)) {
    const [, trial] = /^(trial-[\da-f]+)(?:\.lock)?$/.exec(name) ?? []
    if (trial === undefined) continue
    const folder = join(scratch, trial)
    if (isLocked(getTrialLock(folder))) continue
    killProcessesOf(folder)
    for (const path of [folder, getTrialLog(folder), getTrialLock(folder)])
      rmSync(path, { recursive: true, force: true })
  }
}

/** The start script has the folder in its command line, the game runs in it. */
function killProcessesOf(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const isOfIt =
        readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`) ||
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)
      if (isOfIt) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended, or belongs to another user.
    }
  }
}
