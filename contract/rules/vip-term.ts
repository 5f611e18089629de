const day = 24 * 3_600_000

/** F7: where a term ends that is added to a membership: it counts from the later of now and the present expiry. Null is for good. */
export function extendedUntil(
  now: number,
  expires: number | null | undefined,
  termMs: number,
): number | null {
  if (expires === null) return null
  return Math.max(now, expires ?? 0) + termMs
}

/** Where a membership ends once a term of it is taken back: earlier by what is left of that term, never before now. */
export function shortenedUntil(now: number, expires: number, term: { starts: number; ends: number }): number {
  const left = Math.max(0, term.ends - Math.max(now, term.starts))
  return Math.max(now, expires - left)
}

/** The days before its end at which a membership's end is told. */
export const endingNoticeDays = [3, 1] as const
export type EndingNotice = (typeof endingNoticeDays)[number]

/** Which notice of an end (ms since 1970) is due now: the latest one whose time has come; null before the first and after the end. */
export function endingNotice(expires: number, now: number): EndingNotice | null {
  if (expires <= now) return null
  return endingNoticeDays.findLast((days) => expires - now <= days * day) ?? null
}
