/** Days and times of day without words, in the community's time zone. */
import { communityOffsetMs } from '@clutch/contract/limits.ts'
import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'

/** Formats a day as ISO, 2027-02-18. */
export const formatIsoDay = toCommunityDay

/** Formats a time of day, 14:00. */
export function formatTime(at: number): string {
  return new Date(at + communityOffsetMs).toISOString().slice(11, 16)
}

/** Formats a time of day with its second, 14:00:30. */
export function formatTimeToSecond(at: number): string {
  return new Date(at + communityOffsetMs).toISOString().slice(11, 19)
}
