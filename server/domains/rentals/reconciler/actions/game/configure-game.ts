import type { Fleet } from '../../../fleet.ts'
import type { SideEffect } from '../side-effect.ts'
import type { RentalFacts, ActionOf } from '../../facts/rental-facts.ts'
import { buildGameConfig } from './game-config.ts'
import { loadSharedGameConfig } from '../../../game-settings/shared-game-config.ts'
import { addHistoryLine } from '../../history.store.ts'
import { getDriver, getActionTarget } from '../action-target.ts'
import { updateInstance, updateRental } from '../../reconciler.store.ts'

/** G14, G15: the files of an instance say what its owner set, by the rev of the moment they were made at (R12). */
export function writeGameConfig(fleet: Fleet, facts: RentalFacts, step: ActionOf<'configure'>): SideEffect {
  const target = getActionTarget(facts, step)
  const { context, game } = fleet
  const { rev } = facts.rental
  return {
    step,
    effect: 'configure',
    act: async () => {
      const shared = await loadSharedGameConfig(context, target.key)
      const files = game.files(buildGameConfig(context, facts.rental), shared)
      await getDriver(fleet, target).configure(target.instanceRef, files)
      return (tx) => updateInstance(tx, target.key, { files_rev: rev })
    },
  }
}

/** Sends the same settings to the running game by RCON: after every start and after every change. */
export function applyGameConfig(
  fleet: Fleet,
  facts: RentalFacts,
  step: ActionOf<'apply-config'>,
): SideEffect {
  const { instance, key } = getActionTarget(facts, step)
  const { context, game } = fleet
  const { rev } = facts.rental
  const { host, port } = instance
  return {
    step,
    effect: 'apply-config',
    act: async () => {
      await game.configure({ host, port }, buildGameConfig(context, facts.rental))
      return async (tx, { rental, now }) => {
        await updateInstance(tx, key, { applied_rev: rev })
        // A move configures the new server before it is the rental's: the players on the old one have not
        // confirmed it.
        if (key.generation === rental.generation) await updateRental(tx, rental.id, { confirmed_rev: rev })
        await addHistoryLine(tx, { ...key, at: now, what: 'settings applied', detail: { rev } })
      }
    },
  }
}
