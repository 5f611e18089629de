import type { InstanceRow } from '../../rentals.store.ts'
import type { Action, RentalFacts } from '../facts/rental-facts.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { observeAgainMs } from '../timing.ts'
import { decideInterruption } from './decide-interruption.ts'

/**
 * Returns how a ready instance moves to the version that its host has installed: at once while it is empty, otherwise at the
 * operator's deadline, after notices. An instance is restarted once for a version, whatever it reports afterwards.
 */
export function decideGameUpdate({ now, updates }: RentalFacts, one: InstanceRow): Action {
  const { generation } = one
  const update = updates.find((each) => each.generation === generation)
  if (!update || update.isHeld) return { kind: 'wait', until: null }
  const { version, deadline, isHostBusy } = update
  return decideInterruption(now, one, { key: version, reason: 'update', deadline }, (isForced) =>
    isHostBusy
      ? { kind: 'wait', until: addMs(now, observeAgainMs) }
      : { kind: 'update', generation, version, isForced },
  )
}
