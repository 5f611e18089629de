import type { LogEvent } from './log-event.ts'
import { findIdentity, isPendingIdentity } from './player-identity.ts'
import { parsePlayerLine } from './player-line.ts'
import { readTimestamp, findTextStart } from './timestamp.ts'
import { parseWorldLine } from './world-line.ts'

export type { LogEvent, LogEventOf, LogPlayer, Side, Team } from './log-event.ts'

/** The game writes no longer ones. */
export const maxLineLength = 2_000

const quote = 34
/** No chat and no name can end a line so: a quote follows them. */
const arrivalPattern = /" (?:entered the game|switched from team <\w+> to <\w+>)$/

/**
 * Returns the counted event of one line of a CS2 log; null for every other line. A line counts only if it has
 * exactly one reading, whatever names and chat contain: a forged kill never does, even at the cost of the
 * lines of a player with an identity such as `<2><[U:1:1]><CT>` in their name (I9).
 */
export function parseLine(line: string): LogEvent | null {
  return line.length > maxLineLength ? null : parseTimedLine(line, readTimestamp(line))
}

/** The same for a line whose stamp is read already; `at` is NaN where it has none. */
export function parseTimedLine(line: string, at: number): LogEvent | null {
  if (Number.isNaN(at)) return null
  const start = findTextStart(line)
  return line.charCodeAt(start) === quote ? parsePlayerLine(line, start, at) : parseWorldLine(line, start, at)
}

/**
 * Returns whether a line without exactly one reading still shows that a player entered the game or changed
 * sides. A slot that Steam has not confirmed yet belongs to no player; a name can imitate it only with a
 * second identity in the line.
 */
export function isUnreadableArrival(line: string): boolean {
  return arrivalPattern.test(line) && !isOnlyPending(line)
}

function isOnlyPending(line: string): boolean {
  const first = findIdentity(line, findTextStart(line))
  return first !== null && isPendingIdentity(line, first) && findIdentity(line, first.end) === null
}
