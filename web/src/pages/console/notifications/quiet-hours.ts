/** A minute of the day as `HH:MM`. */
export function formatMinute(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The minute of the day of `HH:MM`; null where it is none. */
function parseMinute(text: string): number | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim())
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

/** The quiet hours of two times; null for none, undefined where one is missing or wrong. */
export function parseQuietHours(from: string, to: string): { from: number; to: number } | null | undefined {
  if (from.trim() === '' && to.trim() === '') return null
  const [begins, ends] = [parseMinute(from), parseMinute(to)]
  return begins === null || ends === null ? undefined : { from: begins, to: ends }
}
