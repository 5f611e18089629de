import { randomUUID } from 'node:crypto'
import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'
import type { Fleet } from '../../fleet.ts'
import { deleteRegionSwitch, insertRegionSwitch } from '../../region-switches/region-switch.store.ts'
import { beginJobItem, delayJobItem } from '../jobs.store.ts'
import type { ActionOf, RentalFacts } from '../facts/rental-facts.ts'
import { updateInstance, updateRental } from '../reconciler.store.ts'
import { getActionTarget } from './action-target.ts'
import { findPlacement } from './instance/place-instance.ts'
import type { SideEffect, WriteResult } from './side-effect.ts'
import { carrySavedGrenades, completeSwitch } from './switch-region.ts'

/**
 * Requests the restart of a server for an operator's job, as its owner would (R13), unless someone joined since its last report and the
 * deadline is not over.
 */
export function restartForJob(fleet: Fleet, facts: RentalFacts, step: ActionOf<'job-restart'>): SideEffect {
  const { jobId, isForced } = step
  return checkPlayers(fleet, facts, step, { isForced }, async (tx, { rental, now }) => {
    if (!(await beginJobItem(tx, { jobId, rentalId: rental.id, switchId: null }, now))) return
    await updateRental(tx, rental.id, { restart_op: jobId, restart_at: now })
  })
}

/** Asks the game for its players; writes their number if there are any, and otherwise performs `prepare` and `write`. */
function checkPlayers(
  fleet: Fleet,
  facts: RentalFacts,
  step: ActionOf<'job-restart' | 'move-empty'>,
  { isForced, prepare = async () => undefined }: { isForced: boolean; prepare?: () => Promise<void> },
  write: WriteResult,
): SideEffect {
  const { instance, key } = getActionTarget(facts, step)
  return {
    step,
    effect: 'check',
    act: async () => {
      const status = isForced ? null : await fleet.game.queryStatus(instance)
      if (status !== null && status.players > 0)
        return (tx) => updateInstance(tx, key, { players: status.players })
      await prepare()
      return write
    },
  }
}

/** Begins to move a server off a drained host, as a move within its region (R9); where no host has room it is tried again. */
export function startDrainMove(fleet: Fleet, { jobId, generation }: ActionOf<'start-move'>): WriteResult {
  return async (tx, facts) => {
    const { rental, now } = facts
    const { instance } = getActionTarget(facts, { generation })
    const { id: rentalId, region } = rental
    const room = await findPlacement(fleet, tx, facts, { region, avoid: instance.host_name })
    if (!room) {
      await delayJobItem(tx, { rentalId, problem: `there is no room in ${region}` }, { jobId }, now)
      return
    }
    const id = randomUUID()
    const move = { id, rentalId, from: region, to: region, byOwner: false, at: now }
    await insertRegionSwitch(tx, { ...move, day: toCommunityDay(now.getTime()) })
    if (await beginJobItem(tx, { jobId, rentalId, switchId: id }, now)) return
    await deleteRegionSwitch(tx, id)
  }
}

/** Completes the move of a drain, unless someone joined the old server since its last report. */
export function moveWhenEmpty(fleet: Fleet, facts: RentalFacts, step: ActionOf<'move-empty'>): SideEffect {
  const { to: generation, switchId } = step
  return checkPlayers(
    fleet,
    facts,
    step,
    { isForced: false, prepare: () => carrySavedGrenades(fleet, facts, generation) },
    completeSwitch(fleet, { kind: 'move', generation, switchId }),
  )
}
