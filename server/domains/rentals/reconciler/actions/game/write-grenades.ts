import { writeCurrentGrenades } from '../../../grenades/grenade-files.service.ts'
import type { Fleet } from '../../../fleet.ts'
import { addHistoryLine } from '../../history.store.ts'
import type { ActionOf, RentalFacts } from '../../facts/rental-facts.ts'
import { updateInstance } from '../../reconciler.store.ts'
import { type ActionTarget, getActionTarget } from '../action-target.ts'
import type { SideEffect } from '../side-effect.ts'

export function toGrenadeTarget({ instance, instanceRef }: Pick<ActionTarget, 'instance' | 'instanceRef'>) {
  return { instanceRef, rev: instance.grenades_rev }
}

/** Writes the saved grenades that the owner set to an instance; MatchZy reads the file at each command. */
export function writeGrenades(fleet: Fleet, facts: RentalFacts, step: ActionOf<'grenades'>): SideEffect {
  const target = getActionTarget(facts, step)
  const { grenades_rev: rev } = facts.rental
  return {
    step,
    effect: 'grenades',
    act: async () => {
      const source = await writeCurrentGrenades(fleet, toGrenadeTarget(target))
      return async (tx, { now }) => {
        await updateInstance(tx, target.key, { grenades_rev: rev })
        if (source === null) return
        const what = source === 'uploaded' ? 'grenades added' : 'grenades restored'
        await addHistoryLine(tx, { ...target.key, at: now, what })
      }
    },
  }
}
