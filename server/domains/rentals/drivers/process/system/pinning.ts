import { accessSync, constants, readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseCores } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { ClassSettings } from '../../../../../platform/config/rentals/rental-hosts.ts'
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

/**
 * Why games of these classes cannot be pinned on this machine; null where they can. `taskset` itself fails only where it has none of the
 * cores: with some of them, more servers than planned would share those.
 * @param allowed the cores that this process may use; null where they are not known
 */
export function getPinningProblem(
  classes: Readonly<Record<string, Pinning>>,
  allowed: string | null = readAllowedCores(),
): string | null {
  const programs = Object.values(classes).flatMap(({ cores, nice = 0 }) => [
    ...(nice > 0 ? ['nice'] : []),
    ...(cores === undefined ? [] : ['taskset']),
  ])
  const missing = programs.find((program) => !isInstalled(program))
  if (missing !== undefined) return `CLUTCH_HOST_CLASSES needs the program ${missing}`
  const present = allowed === null ? null : parseCores(allowed)
  for (const [name, { cores }] of Object.entries(classes)) {
    const absent = [...((cores !== undefined && parseCores(cores)) || [])].filter(
      (core) => present !== null && !present.has(core),
    )
    if (absent.length > 0)
      return `CLUTCH_HOST_CLASSES: ${name}.cores is ${cores}, and this machine has the cores ${allowed}`
  }
  return null
}

/** The cores that this process and its games may use, as Linux lists them; null on another system. */
function readAllowedCores(): string | null {
  try {
    return /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? null
  } catch {
    return null
  }
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
