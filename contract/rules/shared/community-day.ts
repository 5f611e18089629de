/** Asia/Shanghai (`communityTimeZone`) is eight hours ahead all year. */
const utcOffsetMs = 8 * 3_600_000

/** The day of the community's zone at a time (ms since 1970), YYYY-MM-DD. */
export function toCommunityDay(at: number): string {
  return new Date(at + utcOffsetMs).toISOString().slice(0, 10)
}
