import { addMs } from '../../../platform/clock/add-ms.ts'
import { earlierOf } from '../../../platform/clock/earlier-of.ts'

const second = 1_000
const minute = 60 * second

/** How long a claim is valid: longer than an observation and a side effect. */
export const claimMs = 90 * second
/** An observation that takes longer has no result. */
export const observeTimeoutMs = 10 * second
/** A host that is unreachable for this long is lost (R7). */
export const hostLostMs = 5 * minute
/** A longer gap between two observations restarts the measured silence. */
export const observationGapMs = 2 * minute
/** A running game that does not answer for this long is restarted; one that just started has longer. */
export const hungGameMs = 2 * minute
export const gameStartMs = 10 * minute
/** Interval of checks of an instance that does not answer. */
export const observeAgainMs = 10 * second
/** Interval of attempts after RCON refused the password; the game bans a client that retries more often. */
export const refusedAgainMs = minute
/** Interval of checks of the settings of a running game that the portal depends on. */
export const configurationCheckMs = 5 * minute
/** Interval of collecting the saved grenades of a running server. */
export const grenadeCollectionMs = 2 * minute
/** Interval of checks of a running verification. */
export const verifyAgainMs = 5 * second
/** The time a game has to stop gracefully. */
export const gracefulStopMs = 10 * second
/** An instance that does not answer for this long after its restart for an update stops the updates of its host. */
export const updateFailedMs = 15 * minute
/** An instance that is halted is removed after this at the latest, with demos that could not be collected. */
export const demoCollectionMs = 10 * minute
/** A port that another program uses is not tried again before this. */
export const portBlockedMs = 10 * minute
/** A server that loads a map is asked again after a tenth of the time that it takes, within these; an unsent change is given up. */
export const checkMapAgainMs = 3 * second
export const checkMapAgainMaxMs = 15 * second
export const mapChangeUnsentMs = 30 * minute
/** Failures that are longer ago are forgotten. */
export const failureMemoryMs = 10 * minute

/** The earlier of two times; null is never. */
export function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return earlierOf(one, other)
}

/** Intervals of checks while a game starts; they grow the longer it takes. */
export function getNextObservation(started: Date, now: Date): Date {
  const passed = now.getTime() - started.getTime()
  return addMs(now, Math.min(Math.max(passed / 10, 250), 10 * second))
}
