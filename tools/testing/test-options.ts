import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peerPath } from './peers.ts'

/** Whether this is `npm run prove`. */
export const isProving = process.env['CLUTCH_PROVE'] === '1'

/** Workers, and the programs that tests start, compile their modules once for all of them. */
export function shareCompileCache(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'clutch-compile-cache')
}

/** How many cases a long property runs: all of them under `npm run prove`, `sample` (a hundredth and at least 10 without it) in `npm test`. */
export function propertyRuns(full: number, sample = Math.max(10, Math.round(full / 100))): number {
  return isProving ? full : sample
}

/** Of a list of cases all under `npm run prove`; in `npm test` every `step`th, the first of them at `from`. */
export function sampleCases<T>(all: readonly T[], step = 2, from = 0): T[] {
  return all.filter((_, at) => isProving || at % step === from)
}

/**
 * Whether an independent program (a Debian package, say) is here to be tested against.
 * Absent: the test is skipped with a line, or fails where `CLUTCH_REQUIRE_PEERS=1` (CI) promises that it is installed.
 */
export function hasPeerProgram(program: string): boolean {
  const found =
    spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program], {
      env: { ...process.env, PATH: peerPath },
    }).status === 0
  if (found) return true
  if (process.env['CLUTCH_REQUIRE_PEERS'] === '1')
    throw new Error(`the peer program ${program} is not installed`)
  process.stderr.write(`skipped: ${program} is not installed\n`)
  return false
}
