import type { Fleet } from '../fleet.ts'
import type { Deed, Write } from './deed.ts'
import { type Facts, type StepOf, living } from './facts.ts'
import { noteLine } from './lines-store.ts'
import { ready } from './ready.ts'
import { updateInstance, updateLease, updateSwitch } from './write-store.ts'

/** R9: what is ready in the target is the lease's server from now on, and the old one is to go with its data. */
export function move(fleet: Fleet, { generation, switchId }: StepOf<'move'>): Write {
  return async (tx, facts) => {
    const { lease, switching, now } = facts
    const leaseId = lease.id
    const old = living(facts, lease.generation)
    const target = living(facts, generation)
    if (!switching || !target) throw new Error('there is nothing to move to')
    await ready(fleet, { kind: 'ready', generation })(tx, facts)
    if (old)
      await updateInstance(tx, { leaseId, generation: old.generation }, { state: 'stopping', kept: false })
    await updateLease(tx, leaseId, { region: target.region, generation, confirmed_rev: target.applied_rev })
    await updateSwitch(tx, switchId, { state: 'done', ended_at: now })
    const { from_region: from, to_region: to } = switching
    await noteLine(tx, { leaseId, at: now, generation, what: 'moved', detail: { from, to } })
  }
}

/** G18: the server stays where it is, with its files, and the move does not count. */
export function failSwitch({ switchId, reason }: Omit<StepOf<'fail-switch'>, 'kind'>): Write {
  return async (tx, facts) => {
    const { lease, switching, now } = facts
    const leaseId = lease.id
    const target = living(facts, switching?.generation ?? null)
    if (target)
      await updateInstance(tx, { leaseId, generation: target.generation }, { state: 'stopping', kept: false })
    await updateSwitch(tx, switchId, { state: 'failed', ended_at: now, reason })
    const detail = { to: switching?.to_region, reason }
    await noteLine(tx, { leaseId, at: now, generation: null, what: 'not moved', detail })
  }
}

/** G18: an owner's move deletes the demos from before it, and none that the new server brought since. */
export function forget(fleet: Fleet, { lease, forgetting }: Facts, step: StepOf<'forget'>): Deed {
  return {
    step,
    effect: 'forget',
    act: async () => {
      await fleet.deleteDemos(fleet.context, lease.id, forgetting?.ended_at ?? undefined)
      return (tx, { now }) => updateSwitch(tx, step.switchId, { forgotten_at: now })
    },
  }
}
