import type { Fleet } from '../fleet.ts'
import type { Deed } from './deed.ts'
import type { Facts, StepOf } from './facts.ts'
import { gameFacts } from './game-facts.ts'
import { noteLine } from './lines-store.ts'
import { driverFor, targetOf } from './target.ts'
import { updateInstance, updateLease } from './write-store.ts'

/** G14, G15: the files of an instance say what its owner set, by the rev of the moment they were made at (R12). */
export function configure(fleet: Fleet, facts: Facts, step: StepOf<'configure'>): Deed {
  const target = targetOf(facts, step)
  const { context, game } = fleet
  const { rev } = facts.lease
  return {
    step,
    effect: 'configure',
    act: async () => {
      const files = game.files(gameFacts(context, facts.lease))
      await driverFor(fleet, target).configure(target.place, files)
      return (tx) => updateInstance(tx, target.key, { files_rev: rev })
    },
  }
}

/** The same to the running game, by its console: after every start, and after every change. */
export function tell(fleet: Fleet, facts: Facts, step: StepOf<'tell'>): Deed {
  const { instance, key } = targetOf(facts, step)
  const { context, game } = fleet
  const { rev } = facts.lease
  const { host, port } = instance
  return {
    step,
    effect: 'tell',
    act: async () => {
      await game.tell({ host, port }, gameFacts(context, facts.lease))
      return async (tx, { lease, now }) => {
        await updateInstance(tx, key, { applied_rev: rev })
        // A move tells the new server before it is the lease's: what plays on the old one has not confirmed it.
        if (key.generation === lease.generation) await updateLease(tx, lease.id, { confirmed_rev: rev })
        await noteLine(tx, { ...key, at: now, what: 'told', detail: { rev } })
      }
    },
  }
}
