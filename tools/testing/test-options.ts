import { spawnSync } from 'node:child_process'

const isProving = process.env['CLUTCH_PROVE'] === '1'

/** How many cases a long property runs: all of them under `npm run prove`, a fiftieth (at least 20) in `npm test`. */
export function propertyRuns(full: number): number {
  return isProving ? full : Math.max(20, Math.round(full / 50))
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
      env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/games:/usr/sbin` },
    }).status === 0
  if (found) return true
  if (process.env['CLUTCH_REQUIRE_PEERS'] === '1')
    throw new Error(`the peer program ${program} is not installed`)
  process.stderr.write(`skipped: ${program} is not installed\n`)
  return false
}
