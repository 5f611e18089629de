import type { Fleet } from '../fleet.ts'
import { setEnd } from '../ends.ts'
import type { Write } from './deed.ts'
import type { StepOf } from './facts.ts'
import { noteLine } from './lines-store.ts'
import { targetOf } from './target.ts'
import { after } from './times.ts'
import { shiftOrders, updateInstance, updateLease } from './write-store.ts'

/** It answers and knows what it was told. G25: where it is the first of its lease, the whole term begins now. */
export function ready({ context }: Fleet, step: StepOf<'ready'>): Write {
  return async (tx, facts) => {
    const { lease, now } = facts
    const { instance, key } = targetOf(facts, step)
    const { ready_at, started_at, port, node } = instance
    await updateInstance(tx, key, { state: 'ready', ready_at: ready_at ?? now, silent_at: null })
    await updateLease(tx, lease.id, { problem: '' })
    const ms = started_at === null ? null : now.getTime() - started_at.getTime()
    await noteLine(tx, { ...key, at: now, what: 'ready', detail: { node, port, ms } })
    if (lease.ready_at !== null) return
    const late = now.getTime() - lease.created_at.getTime()
    await shiftOrders(tx, lease.id, late)
    await setEnd(tx, context, lease, after(lease.expires_at, late), { ready_at: now })
  }
}
