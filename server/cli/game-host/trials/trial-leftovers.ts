import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isLocked } from '../host-lock.ts'

/** The files beside the folder of a tried server, which belongs to the game. */
export const getCanaryLock = (folder: string) => `${folder}.lock`
export const getCanaryLog = (folder: string) => `${folder}.log`

/**
 * Ends the tried servers of commands that were killed, and removes their folders: they would occupy the port of the next one. A command
 * that runs holds the lock of its folder.
 */
export function removeLeftCanaries(scratch: string): void {
  for (const name of readdirSync(scratch)) {
    const [, canary] = /^(canary-[\da-f]+)(?:\.lock)?$/.exec(name) ?? []
    if (canary === undefined) continue
    const folder = join(scratch, canary)
    if (isLocked(getCanaryLock(folder))) continue
    killProcessesOf(folder)
    for (const path of [folder, getCanaryLog(folder), getCanaryLock(folder)])
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
