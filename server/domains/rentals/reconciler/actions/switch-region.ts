import type { Fleet } from '../../fleet.ts'
import type { SideEffect, WriteResult } from './side-effect.ts'
import { type RentalFacts, type ActionOf, findActiveInstance } from '../facts/rental-facts.ts'
import { delayJobItem } from '../jobs.store.ts'
import { addHistoryLine } from '../history.store.ts'
import { carryGrenades } from '../../grenades/grenade-files.service.ts'
import { getActionTarget } from './action-target.ts'
import { toGrenadeTarget } from './game/write-grenades.ts'
import { markReady } from './instance/mark-ready.ts'
import { updateInstance, updateRental, updateSwitch } from '../reconciler.store.ts'

/** Completes a move, with what players saved on the old server until now. */
export function moveServer(fleet: Fleet, facts: RentalFacts, step: ActionOf<'move'>): SideEffect {
  return {
    step,
    effect: 'carry',
    act: async () => {
      await carrySavedGrenades(fleet, facts, step.generation)
      return completeSwitch(fleet, step)
    },
  }
}

/** Brings the saved grenades of the present server to the one that replaces it, unless the owner has just set others. */
export async function carrySavedGrenades(fleet: Fleet, facts: RentalFacts, to: number): Promise<void> {
  const { rental } = facts
  const old = findActiveInstance(facts, rental.generation)
  if (!old || old.started_at === null || old.grenades_rev !== rental.grenades_rev) return
  const { instanceRef } = getActionTarget(facts, { generation: to })
  await carryGrenades(fleet, toGrenadeTarget(getActionTarget(facts, old)), instanceRef)
}

/**
 * R9: the ready instance in the target region becomes the rental's server, and the old one is removed with
 * its data.
 */
export function completeSwitch(fleet: Fleet, { generation, switchId }: ActionOf<'move'>): WriteResult {
  return async (tx, facts) => {
    const { rental, switching, now } = facts
    const rentalId = rental.id
    const old = findActiveInstance(facts, rental.generation)
    const target = findActiveInstance(facts, generation)
    if (!switching || !target) throw new Error('there is nothing to move to')
    await markReady(fleet, { kind: 'ready', generation })(tx, facts)
    if (old)
      await updateInstance(tx, { rentalId, generation: old.generation }, { state: 'stopping', kept: false })
    await updateRental(tx, rentalId, { region: target.region, generation, confirmed_rev: target.applied_rev })
    await updateSwitch(tx, switchId, { state: 'done', ended_at: now })
    const { from_region: from, to_region: to } = switching
    await addHistoryLine(tx, { rentalId, at: now, generation, what: 'moved', detail: { from, to } })
  }
}

/** G18: the server stays where it is, with its files, and the move does not count. */
export function failRegionSwitch({ switchId, reason }: Omit<ActionOf<'fail-switch'>, 'kind'>): WriteResult {
  return async (tx, facts) => {
    const { rental, switching, now } = facts
    const rentalId = rental.id
    const target = findActiveInstance(facts, switching?.generation ?? null)
    if (target)
      await updateInstance(
        tx,
        { rentalId, generation: target.generation },
        { state: 'stopping', kept: false },
      )
    await updateSwitch(tx, switchId, { state: 'failed', ended_at: now, reason })
    await delayJobItem(tx, { rentalId, problem: reason }, { switchId }, now)
    const detail = { to: switching?.to_region, reason }
    await addHistoryLine(tx, { rentalId, at: now, generation: null, what: 'not moved', detail })
  }
}

/** G18: an owner's move deletes the demos from before it, and none that the new server brought since. */
export function deleteOldDemos(
  fleet: Fleet,
  { rental, forgetting }: RentalFacts,
  step: ActionOf<'forget'>,
): SideEffect {
  return {
    step,
    effect: 'forget',
    act: async () => {
      await fleet.deleteDemos(fleet.context, rental.id, forgetting?.ended_at ?? undefined)
      return (tx, { now }) => updateSwitch(tx, step.switchId, { forgotten_at: now })
    },
  }
}
