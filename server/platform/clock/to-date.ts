/** Returns a time in ms since 1970 as a date; null stays null, for what has no end. */
export function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}
