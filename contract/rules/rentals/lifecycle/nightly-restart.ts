const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Asia/Shanghai has no summer time. */
const shanghaiOffsetMs = 8 * hourMs

/** Servers begin spread over this time, so that their host does not start all of them at once. */
const spreadMinutes = 120
/** A server that is occupied until then is not restarted that night. */
const nightMs = 5 * hourMs
/** How often an occupied server is looked at again. */
const againMs = 5 * minuteMs

export type NightlyStep = { kind: 'restart'; night: string } | { kind: 'wait'; until: number }

/**
 * Whether a server that is ready is restarted now, since real servers leak memory: once a night, from an hour in Asia/Shanghai,
 * only while it is empty. One that started during the night needs none. Times in ms since 1970 (UTC).
 * @param players without bots; null while that is not known
 */
export function decideNightlyRestart(
  hour: number,
  server: { number: string; startedAt: number; players: number | null },
  now: number,
): NightlyStep {
  const night = startOfNight(hour, now)
  const delay = (hash(server.number) % spreadMinutes) * minuteMs
  const isOver = now >= night + nightMs || server.startedAt >= night
  if (isOver) return { kind: 'wait', until: night + dayMs + delay }
  if (now < night + delay) return { kind: 'wait', until: night + delay }
  if (server.players !== 0) return { kind: 'wait', until: now + againMs }
  return { kind: 'restart', night: new Date(night + shanghaiOffsetMs).toISOString().slice(0, 10) }
}

/** The last time at or before `now` at which it was that hour. */
function startOfNight(hour: number, now: number): number {
  const day = Math.floor((now + shanghaiOffsetMs) / dayMs) * dayMs - shanghaiOffsetMs
  const start = day + hour * hourMs
  return start <= now ? start : start - dayMs
}

/** Different numbers for names that differ a little. */
function hash(text: string): number {
  let bits = 2_166_136_261
  for (const character of text) bits = Math.imul(bits ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return (bits ^ (bits >>> 15)) >>> 0
}
