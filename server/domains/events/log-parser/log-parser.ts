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
 * What one line of a CS2 log tells of what is counted; null for every other line. A line counts only if it has exactly one
 * reading, whatever stands in names and chat: a forged kill never does, even at the price of the lines of somebody who has
 * an identity such as `<2><[U:1:1]><CT>` in their name (I9).
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
 * Whether a line without any one reading tells all the same that somebody came into the game or changed sides. A slot that
 * Steam does not confirm yet is nobody's; a name can only imitate it at the price of a second identity in the line.
 */
export function isUnreadableArrival(line: string): boolean {
  return arrivalPattern.test(line) && !isOnlyPending(line)
}

function isOnlyPending(line: string): boolean {
  const first = findIdentity(line, findTextStart(line))
  return first !== null && isPendingIdentity(line, first) && findIdentity(line, first.end) === null
}
