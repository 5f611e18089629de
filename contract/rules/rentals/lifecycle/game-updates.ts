/** How many minutes before its restart the players of an occupied server are informed. */
const updateNoticeMinutes = [60, 30, 15, 5, 1] as const

const minuteMs = 60_000

/** What comes next for an occupied server that has to be restarted; `until` is ms since 1970 (UTC). */
export type OccupiedServerStep =
  | { kind: 'announce'; minutes: number }
  | { kind: 'wait'; until: number }
  | { kind: 'restart' }

/**
 * An occupied server is restarted at the operator's deadline, and at least a minute after a notice to its players, even where the
 * portal was stopped meanwhile. Times in ms since 1970 (UTC).
 * @param announced the last notice, and how many minutes it named; null before the first
 */
export function decideOccupiedServer(
  deadline: number,
  announced: { at: number; minutes: number } | null,
  now: number,
): OccupiedServerStep {
  const minutes = Math.max(1, Math.ceil((deadline - now) / minuteMs))
  if (announced === null) return { kind: 'announce', minutes }
  const later = updateNoticeMinutes.filter((notice) => notice < announced.minutes)
  if (later.some((notice) => minutes <= notice)) return { kind: 'announce', minutes }
  const restart = Math.max(deadline, announced.at + minuteMs)
  const [next] = later
  if (next !== undefined) return { kind: 'wait', until: deadline - next * minuteMs }
  return now < restart ? { kind: 'wait', until: restart } : { kind: 'restart' }
}
