import type { InstanceRow } from './rentals.store.ts'

/** Consecutive exits of a game after which they are reported. */
const reportFromCrashes = 5
/** What ended longer ago is forgotten, as by the reconciler. */
const recentCrashMs = 10 * 60_000

/** R2: returns the text about an instance whose game exits again and again; empty for a running one. */
export function describeCrashLoop(
  { tries, tried, retry_at: retry, started_at: started }: CrashRecord,
  now: Date,
): string {
  const isRecent = retry !== null && retry.getTime() + recentCrashMs > now.getTime()
  if (started === null || tried !== 'create' || tries < reportFromCrashes || !isRecent) return ''
  return `the game ended ${tries} times in a row`
}

type CrashRecord = Pick<InstanceRow, 'tries' | 'tried' | 'retry_at' | 'started_at'>
