import { communityOffsetMs } from '../../limits.ts'
import { type EventKind, type Severity, eventKinds, severities } from './event-kinds.ts'

const minuteMs = 60_000
const dayMinutes = 24 * 60

/** Minutes of the day in Asia/Shanghai; `from` after `to` spans midnight. Equal ones are the whole day. */
export interface QuietHours {
  from: number
  to: number
}

/** How long the events of a rule may be collected into one message, minutes; 0 sends each at once. */
export const digestIntervals = [0, 15, 60, 240, 1_440] as const
export type DigestInterval = (typeof digestIntervals)[number]

export interface NotificationRule {
  kinds: readonly EventKind[]
  minSeverity: Severity
  /** The registered servers whose events it takes; null for all. An event of no server passes. */
  serverIds: readonly string[] | null
  quiet: QuietHours | null
  digestMinutes: DigestInterval
}

interface RuledEvent {
  kind: EventKind
  serverId?: string | null | undefined
}

/** Whether a rule takes an event. */
export function matchesRule(
  { kinds, minSeverity, serverIds }: Pick<NotificationRule, 'kinds' | 'minSeverity' | 'serverIds'>,
  { kind, serverId }: RuledEvent,
): boolean {
  if (!kinds.includes(kind)) return false
  if (severities.indexOf(eventKinds[kind].severity) < severities.indexOf(minSeverity)) return false
  return serverIds === null || serverId == null || serverIds.includes(serverId)
}

/**
 * When a message about an event is due: at once if it is critical, else at the end of its digest's interval and not within quiet
 * hours. `held` ones that are due together are sent as one digest. Times in ms since 1970 (UTC).
 */
export function findDueTime(
  { quiet, digestMinutes }: Pick<NotificationRule, 'quiet' | 'digestMinutes'>,
  severity: Severity,
  now: number,
): { due: number; held: boolean } {
  if (severity === 'critical') return { due: now, held: false }
  const digestEnd = digestMinutes === 0 ? now : endOfInterval(now, digestMinutes)
  const due = quiet ? afterQuietHours(quiet, digestEnd) : digestEnd
  return { due, held: due > now }
}

/** The end of the interval that a time lies in; intervals are counted from midnight in Asia/Shanghai. */
function endOfInterval(at: number, minutes: number): number {
  const length = minutes * minuteMs
  const local = at + communityOffsetMs
  return (Math.floor(local / length) + 1) * length - communityOffsetMs
}

/** The time itself, or the end of the quiet hours that it lies in. */
function afterQuietHours({ from, to }: QuietHours, at: number): number {
  const local = at + communityOffsetMs
  const dayStart = Math.floor(local / (dayMinutes * minuteMs)) * dayMinutes * minuteMs
  const minute = (local - dayStart) / minuteMs
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return at
  const end = dayStart + to * minuteMs
  return (end > local ? end : end + dayMinutes * minuteMs) - communityOffsetMs
}
