import type { Fleet } from '../../../fleet.ts'
import { setExpiry } from '../../../rental-expiry.service.ts'
import type { WriteResult } from '../side-effect.ts'
import type { ActionOf } from '../../facts/rental-facts.ts'
import { restoreMap } from '../game/change-map.ts'
import { addHistoryLine } from '../../history.store.ts'
import { getActionTarget } from '../action-target.ts'
import { addMs } from '../../../../../platform/clock/add-ms.ts'
import { delayOrders, updateInstance, updateRental } from '../../reconciler.store.ts'

/**
 * The instance answers and is configured. G25: if it is the first of its rental, the whole term begins now.
 */
export function markReady({ context }: Fleet, step: ActionOf<'ready'>): WriteResult {
  return async (tx, facts) => {
    const { rental, now } = facts
    const { instance, key } = getActionTarget(facts, step)
    const { ready_at, started_at, port, host_name: hostName } = instance
    await updateInstance(tx, key, { state: 'ready', ready_at: ready_at ?? now, silent_at: null })
    await updateRental(tx, rental.id, { problem: '' })
    const ms = started_at === null ? null : now.getTime() - started_at.getTime()
    await addHistoryLine(tx, { ...key, at: now, what: 'ready', detail: { hostName, port, ms } })
    await restoreMap(tx, facts, key.generation)
    if (rental.ready_at !== null) return
    const late = now.getTime() - rental.created_at.getTime()
    await delayOrders(tx, rental.id, late)
    await setExpiry(tx, context, rental, addMs(rental.expires_at, late), { ready_at: now })
  }
}
