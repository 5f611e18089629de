import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { CheckResult } from './trial-checks.ts'

const trialSchema = z.object({
  build: z.string(),
  /** The name of the mods' folder; null for a server without mods. */
  mods: z.nullable(z.string()),
  /** The check that failed, with its detail; null if all passed. */
  failed: z.nullable(z.string()),
  /** ISO 8601. */
  at: z.string(),
})

/** The last trial of one combination of build and mods on this host. */
export type Trial = z.output<typeof trialSchema>

/** Combinations that are stored, newest last. */
const maxTrials = 50

/** The combinations that were tried on this host: its table of compatibility, newest last. */
export function readTrials(root: string): Trial[] {
  try {
    return z.array(trialSchema).parse(JSON.parse(readFileSync(join(root, 'trials.json'), 'utf8')))
  } catch {
    return []
  }
}

/** Records how a tried server did; a later trial of the same combination replaces the earlier one. */
export function recordTrial(
  root: string,
  { build, mods }: Pick<Trial, 'build' | 'mods'>,
  results: readonly CheckResult[],
): void {
  const failed = results.find(({ ok }) => !ok)
  const trial = {
    build,
    mods,
    failed: failed ? `${failed.name}: ${failed.detail}` : null,
    at: new Date().toISOString(),
  }
  const others = readTrials(root).filter((one) => one.build !== build || one.mods !== mods)
  const path = join(root, 'trials.json')
  writeFileSync(`${path}.new`, `${JSON.stringify([...others, trial].slice(-maxTrials), null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

/** One combination in a line of `status`. */
export function formatTrial({ build, mods, failed, at }: Trial): string {
  const what = `build ${build} with ${mods === null ? 'no mods' : `mods ${mods}`}`
  return failed === null ? `${what} passed at ${at}` : `${what} failed at ${at}: ${failed}`
}
