import type { Fleet } from '../fleet.ts'
import type { Deed, Write } from './deed.ts'
import { failureOf } from './failure.ts'
import type { Facts, StepOf } from './facts.ts'
import { noteLine } from './lines-store.ts'
import { driverFor, targetOf } from './target.ts'
import { graceMs } from './times.ts'
import { notLive, updateInstance, updateLease } from './write-store.ts'

/** Ends an instance. Its row is done with, and its port free, once it was seen not to be there (R10). */
export function stop(fleet: Fleet, facts: Facts, step: StepOf<'stop'>): Deed {
  const target = targetOf(facts, step)
  const { key, place } = target
  const { keepData } = step
  return {
    step,
    effect: 'stop',
    intend: (tx) => updateInstance(tx, key, { state: 'stopping', kept: keepData, ...notLive }),
    act: async () => {
      const driver = driverFor(fleet, target)
      await driver.remove(place, { graceMs, keepData })
      if (await driver.observe(place)) return failureOf(fleet, step, new Error('it is still there'))
      return async (tx, { now }) => {
        await updateInstance(tx, key, {
          state: 'removed',
          removed_at: now,
          unreached_at: null,
          unreached_seen_at: null,
          tries: 0,
          retry_at: null,
        })
        await noteLine(tx, { ...key, at: now, what: 'stopped', detail: { keepData } })
      }
    },
  }
}

/** G21: deletes what was kept of one that was stopped. */
export function drop(fleet: Fleet, facts: Facts, step: StepOf<'drop'>): Deed {
  const target = targetOf(facts, step)
  return {
    step,
    effect: 'drop',
    act: async () => {
      await driverFor(fleet, target).remove(target.place, { graceMs: 0, keepData: false })
      return (tx) => updateInstance(tx, target.key, { kept: false })
    },
  }
}

/** G21: with the demos everything is gone that was kept of a lease, but for its name, admins and settings. */
export function clear(fleet: Fleet, { lease }: Facts, step: StepOf<'clear'>): Deed {
  return {
    step,
    effect: 'forget',
    act: async () => {
      await fleet.deleteDemos(fleet.context, lease.id)
      return async (tx, { now }) => {
        await updateLease(tx, lease.id, { cleared_at: now })
        await noteLine(tx, { leaseId: lease.id, at: now, generation: null, what: 'cleared' })
      }
    },
  }
}

/** G25: it could not be made in time: the operator finds it in the log and in its history, its owner is told and offered the money. */
export function fail({ context }: Fleet): Write {
  return async (tx, { lease, now }) => {
    const { id: leaseId, number, problem } = lease
    context.log.error({ lease: number, problem }, 'a paid server could not be made in time')
    await updateLease(tx, leaseId, { failed_at: now })
    await noteLine(tx, { leaseId, at: now, generation: null, what: 'failed', detail: { problem } })
  }
}
