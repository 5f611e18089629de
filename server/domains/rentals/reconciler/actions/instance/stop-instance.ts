import type { Fleet } from '../../../fleet.ts'
import { collectBeforeRemoval } from '../../../grenades/grenade-files.service.ts'
import { deleteVersions } from '../../../grenades/grenades.store.ts'
import { toGrenadeTarget } from '../game/write-grenades.ts'
import type { SideEffect, WriteResult } from '../side-effect.ts'
import { recordFailure } from '../record-failure.ts'
import type { RentalFacts, ActionOf } from '../../facts/rental-facts.ts'
import { addHistoryLine } from '../../history.store.ts'
import { getDriver, getActionTarget } from '../action-target.ts'
import { gracefulStopMs } from '../../timing.ts'
import { noLiveStatus, updateInstance, updateRental } from '../../reconciler.store.ts'
import { forgetRentalReports } from '../../../../events/index.ts'

/** Ends an instance. Its row is done with, and its port free, once it was seen not to be there (R10). */
export function stopInstance(fleet: Fleet, facts: RentalFacts, step: ActionOf<'stop'>): SideEffect {
  const target = getActionTarget(facts, step)
  const { key, instanceRef, instance } = target
  const { keepData } = step
  return {
    step,
    effect: 'stop',
    intend: (tx) => updateInstance(tx, key, { state: 'stopping', kept: keepData, ...noLiveStatus }),
    act: async () => {
      const driver = getDriver(fleet, target)
      if (instance.started_at !== null) await collectBeforeRemoval(fleet, toGrenadeTarget(target), instance)
      await driver.remove(instanceRef, { graceMs: gracefulStopMs, keepData })
      if (await driver.observe(instanceRef)) return recordFailure(fleet, step, new Error('it is still there'))
      return async (tx, { now }) => {
        await updateInstance(tx, key, {
          state: 'removed',
          removed_at: now,
          unreached_at: null,
          unreached_seen_at: null,
          tries: 0,
          retry_at: null,
        })
        await addHistoryLine(tx, { ...key, at: now, what: 'stopped', detail: { keepData } })
      }
    },
  }
}

/** Ends the game of an instance that is removed later, so that its demos can be collected. */
export function haltInstance(fleet: Fleet, facts: RentalFacts, step: ActionOf<'halt'>): SideEffect {
  const target = getActionTarget(facts, step)
  const { key, instanceRef } = target
  return {
    step,
    effect: 'halt',
    intend: (tx) => updateInstance(tx, key, { state: 'stopping', kept: step.keepData, ...noLiveStatus }),
    act: async () => {
      await getDriver(fleet, target).stop(instanceRef, gracefulStopMs)
      return (tx, { now }) => updateInstance(tx, key, { halted_at: now, tries: 0, retry_at: null })
    },
  }
}

/** G21: deletes the data of a stopped instance. */
export function deleteInstanceData(fleet: Fleet, facts: RentalFacts, step: ActionOf<'drop'>): SideEffect {
  const target = getActionTarget(facts, step)
  return {
    step,
    effect: 'drop',
    act: async () => {
      await getDriver(fleet, target).remove(target.instanceRef, { graceMs: 0, keepData: false })
      return (tx) => updateInstance(tx, target.key, { kept: false })
    },
  }
}

/** G21: deletes the demos, the saved grenades, the accepted secret and everything else of a rental but its name, admins and settings. */
export function clearRental(fleet: Fleet, { rental }: RentalFacts, step: ActionOf<'clear'>): SideEffect {
  return {
    step,
    effect: 'forget',
    act: async () => {
      await fleet.deleteDemos(fleet.context, rental.id)
      return async (tx, { now }) => {
        await deleteVersions(tx, rental.id)
        await forgetRentalReports(tx, rental.id)
        await updateRental(tx, rental.id, { cleared_at: now })
        await addHistoryLine(tx, { rentalId: rental.id, at: now, generation: null, what: 'cleared' })
      }
    },
  }
}

/**
 * G25: the server could not be created in time: its history and the log say so, and its owner is offered a
 * refund.
 */
export function failRental({ context }: Fleet): WriteResult {
  return async (tx, { rental, now }) => {
    const { id: rentalId, number, problem } = rental
    context.log.error({ rental: number, problem }, 'a paid server could not be made in time')
    await updateRental(tx, rentalId, { failed_at: now })
    await addHistoryLine(tx, { rentalId, at: now, generation: null, what: 'failed', detail: { problem } })
  }
}
