/** Asia/Shanghai (`communityTimeZone`) is eight hours ahead all year. */
const aheadMs = 8 * 3_600_000

/** The day of the community's zone at a time (ms since 1970), YYYY-MM-DD. */
export function dayOf(at: number): string {
  return new Date(at + aheadMs).toISOString().slice(0, 10)
}
