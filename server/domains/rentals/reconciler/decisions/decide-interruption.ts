import { decideOccupiedServer } from '@clutch/contract/rules/rentals/lifecycle/game-updates.ts'
import type { InstanceRow } from '../../rentals.store.ts'
import type { Action, ActionOf } from '../facts/rental-facts.ts'

/** Why the players of a server are interrupted. */
export interface Interruption {
  /** Notices of another key do not count. */
  key: string
  reason: ActionOf<'announce'>['reason']
  /** When it happens although the server is occupied; null: only when it is empty. */
  deadline: Date | null
}

/**
 * Returns when a ready instance is interrupted: at once while it is empty, otherwise at the deadline, after notices. While it is not
 * known whether it is occupied, and without a deadline, nothing happens: the watcher makes the rental due when its last player leaves.
 */
export function decideInterruption(
  now: Date,
  one: InstanceRow,
  { key, reason, deadline }: Interruption,
  interrupt: (isForced: boolean) => Action,
): Action {
  const { generation, players } = one
  if (players === null) return { kind: 'wait', until: null }
  if (players === 0) return interrupt(false)
  if (deadline === null) return { kind: 'wait', until: null }
  const announced =
    one.notice_version === key && one.notice_at !== null && one.notice_minutes !== null
      ? { at: one.notice_at.getTime(), minutes: one.notice_minutes }
      : null
  const step = decideOccupiedServer(deadline.getTime(), announced, now.getTime())
  if (step.kind === 'announce')
    return { kind: 'announce', generation, version: key, reason, minutes: step.minutes }
  return step.kind === 'wait' ? { kind: 'wait', until: new Date(step.until) } : interrupt(true)
}
