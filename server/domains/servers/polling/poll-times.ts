/** The pace of a first round: ms between two servers, shorter where there are more than an interval holds. */
const maxFirstStepMs = 5

/** When each of `count` servers is asked first, ms from now: soon, but not all at once. */
export function firstPollDelay(place: number, count: number, intervalMs: number): number {
  return place * Math.min(maxFirstStepMs, intervalMs / count)
}

/** When a server is asked next: at its own place in the interval, which its id decides, so that all are spread over it. */
export function nextPollTime(id: string, now: number, intervalMs: number): number {
  const place = (Number.parseInt(id.slice(-8), 16) / 0x1_0000_0000) * intervalMs
  const round = Math.floor((now - place) / intervalMs) + 1
  return round * intervalMs + place
}
