import { decideOccupiedServer } from '@clutch/contract/rules/rentals/game-updates.ts'
import type { InstanceRow } from '../../rentals.store.ts'
import type { Action, RentalFacts } from '../rental-facts.ts'
import { addMs, observeAgainMs } from '../timing.ts'

/**
 * Returns how a ready instance moves to the version that its host has installed: at once while it is empty, otherwise at the
 * operator's deadline, after notices. An instance is restarted once for a version, whatever it reports afterwards.
 */
export function decideGameUpdate({ now, updates }: RentalFacts, one: InstanceRow): Action {
  const { generation, players } = one
  const update = updates.find((each) => each.generation === generation)
  // The watcher makes the rental due when its last player leaves.
  if (!update || update.isHeld || players === null) return { kind: 'wait', until: null }
  const { version, deadline, isHostBusy } = update
  const restart: Action = isHostBusy
    ? { kind: 'wait', until: addMs(now, observeAgainMs) }
    : { kind: 'update', generation, version, isForced: players > 0 }
  if (players === 0) return restart
  if (deadline === null) return { kind: 'wait', until: null }
  const announced =
    one.notice_version === version && one.notice_at !== null && one.notice_minutes !== null
      ? { at: one.notice_at.getTime(), minutes: one.notice_minutes }
      : null
  const step = decideOccupiedServer(deadline.getTime(), announced, now.getTime())
  if (step.kind === 'announce') return { kind: 'announce', generation, version, minutes: step.minutes }
  return step.kind === 'wait' ? { kind: 'wait', until: new Date(step.until) } : restart
}
