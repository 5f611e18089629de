import { communityOffsetMs } from '../../limits.ts'

/** The day of the community's zone at a time (ms since 1970), YYYY-MM-DD. */
export function toCommunityDay(at: number): string {
  return new Date(at + communityOffsetMs).toISOString().slice(0, 10)
}
