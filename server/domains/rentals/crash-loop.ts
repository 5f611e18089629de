import type { InstanceRow } from './rentals.store.ts'

/** So many ends of a game in a row are told. */
const reportFromCrashes = 5
/** What ended longer ago is forgotten, as by the reconciler. */
const recentCrashMs = 10 * 60_000

/** R2: what is said of an instance whose game ends again and again; empty for one that stands. */
export function describeCrashLoop(
  { tries, tried, retry_at: retry, started_at: started }: CrashRecord,
  now: Date,
): string {
  const isRecent = retry !== null && retry.getTime() + recentCrashMs > now.getTime()
  if (started === null || tried !== 'create' || tries < reportFromCrashes || !isRecent) return ''
  return `the game ended ${tries} times in a row`
}

type CrashRecord = Pick<InstanceRow, 'tries' | 'tried' | 'retry_at' | 'started_at'>
