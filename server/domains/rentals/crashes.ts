import type { InstanceRow } from './lease-store.ts'

/** So many ends of a game in a row are told. */
const tellFrom = 5
/** What ended longer ago is forgotten, as by the reconciler. */
const calmMs = 10 * 60_000

/** R2: what is said of an instance whose game ends again and again; empty for one that stands. */
export function crashProblem(
  { tries, tried, retry_at: retry, started_at: started }: Tried,
  now: Date,
): string {
  const isRecent = retry !== null && retry.getTime() + calmMs > now.getTime()
  if (started === null || tried !== 'create' || tries < tellFrom || !isRecent) return ''
  return `the game ended ${tries} times in a row`
}

type Tried = Pick<InstanceRow, 'tries' | 'tried' | 'retry_at' | 'started_at'>
