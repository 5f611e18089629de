import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts processor time in these. */
const clockTickUs = 10_000

interface ProcessTimes {
  parent: number
  /** Its own and that of its children that ended, µs. */
  us: number
}

/**
 * Returns the processor time that the embedded PostgreSQL of a data directory has used, µs; NaN if the system
 * does not report it.
 */
export function readPostgresCpuUs(dataDir: string): number {
  try {
    const main = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)) ?? [])
      .filter(({ parent }) => parent === main)
    return [readProcess(main), ...children].reduce((sum, process) => sum + (process?.us ?? NaN), 0)
  } catch {
    return NaN
  }
}

/** Null where it is gone. */
function readProcess(pid: number): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((sum, time) => sum + time, 0)
    return { parent: fields[1] ?? 0, us: ticks * clockTickUs }
  } catch {
    return null
  }
}

/** Processor time, µs. */
export interface CpuTimes {
  portal: number
  postgres: number
}

/** What this process and the PostgreSQL of a data folder have taken so far. */
export function readCpuTimes(folder: string): CpuTimes {
  const { user, system } = process.cpuUsage()
  return { portal: user + system, postgres: readPostgresCpuUs(folder) }
}
