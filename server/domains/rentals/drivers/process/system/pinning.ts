import { accessSync, constants } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { delimiter, join } from 'node:path'
import type { ClassSettings } from '../../../../../platform/config/rental-hosts.ts'
import type { Machine } from '../../driver.ts'

type Pinning = Pick<ClassSettings, 'cores' | 'nice'>

/**
 * Returns the words before a game's command that give it its cores and its priority. Both replace themselves by the game. They are no
 * limit: without a control group of its own, a game may leave its cores, and memory is not limited.
 */
export function getPinningPrefix({ cores, nice = 0 }: Pinning): readonly string[] {
  return [
    ...(nice > 0 ? ['nice', '-n', String(nice)] : []),
    ...(cores === undefined ? [] : ['taskset', '--cpu-list', cores]),
  ]
}

/** Why games of these classes cannot be pinned on this machine; null where they can. */
export function getPinningProblem(classes: readonly Pinning[]): string | null {
  const missing = [...new Set(classes.flatMap((one) => getPinningPrefix(one).slice(0, 1)))]
    .concat(classes.some(({ cores }) => cores !== undefined) ? ['taskset'] : [])
    .find((program) => !isInstalled(program))
  return missing === undefined ? null : `CLUTCH_HOST_CLASSES needs the program ${missing}`
}

/** The memory and the cores of this machine. */
export function readMachine(): Machine {
  return { memoryMb: Math.floor(totalmem() / 1024 ** 2), cpus: availableParallelism() }
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
