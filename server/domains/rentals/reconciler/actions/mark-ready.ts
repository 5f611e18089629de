import type { Fleet } from '../../fleet.ts'
import { setExpiry } from '../../rental-expiry.service.ts'
import type { WriteResult } from './side-effect.ts'
import type { ActionOf } from '../rental-facts.ts'
import { addHistoryLine } from '../history.store.ts'
import { getActionTarget } from './action-target.ts'
import { addMs } from '../timing.ts'
import { delayOrders, updateInstance, updateRental } from '../reconciler.store.ts'

/** It answers and knows what it was told. G25: where it is the first of its lease, the whole term begins now. */
export function markReady({ context }: Fleet, step: ActionOf<'ready'>): WriteResult {
  return async (tx, facts) => {
    const { lease, now } = facts
    const { instance, key } = getActionTarget(facts, step)
    const { ready_at, started_at, port, node } = instance
    await updateInstance(tx, key, { state: 'ready', ready_at: ready_at ?? now, silent_at: null })
    await updateRental(tx, lease.id, { problem: '' })
    const ms = started_at === null ? null : now.getTime() - started_at.getTime()
    await addHistoryLine(tx, { ...key, at: now, what: 'ready', detail: { node, port, ms } })
    if (lease.ready_at !== null) return
    const late = now.getTime() - lease.created_at.getTime()
    await delayOrders(tx, lease.id, late)
    await setExpiry(tx, context, lease, addMs(lease.expires_at, late), { ready_at: now })
  }
}
