import type { RentalHistoryKind } from '@clutch/contract/api/rentals/operator-rentals.ts'
import type { Fleet } from '../../../fleet.ts'
import type { SideEffect, WriteResult } from '../side-effect.ts'
import type { RentalFacts, ActionOf, RestartReason } from '../../facts/rental-facts.ts'
import { addHistoryLine } from '../../history.store.ts'
import { getDriver, getActionTarget } from '../action-target.ts'
import { addMs } from '../../../../../platform/clock/add-ms.ts'
import { verifyAgainMs } from '../../timing.ts'
import { noLiveStatus, updateInstance, updateRental } from '../../reconciler.store.ts'

const restartLines = {
  asked: 'restarted',
  silent: 'restarted, was silent',
  refused: 'restarted, refused its password',
} as const satisfies Record<RestartReason, RentalHistoryKind>

/**
 * G8: restarts the game, once for each op (R13): one that was requested, or one for a silence that lasted too
 * long.
 */
export function restartGame(fleet: Fleet, facts: RentalFacts, step: ActionOf<'restart'>): SideEffect {
  const target = getActionTarget(facts, step)
  const { op, why } = step
  const { instance } = target
  return {
    step,
    effect: 'restart',
    act: async () => {
      // Someone who joined since the last report keeps playing on a server that only has another console password.
      const status = why === 'refused' ? await fleet.game.queryStatus(instance) : null
      if (status !== null && status.players > 0)
        return (tx) => updateInstance(tx, target.key, { players: status.players })
      await getDriver(fleet, target).restart(target.instanceRef, op)
      return async (tx, { now }) => {
        await updateInstance(tx, target.key, {
          state: 'starting',
          started_at: now,
          applied_rev: 0,
          silent_at: null,
          refused_at: null,
          ...noLiveStatus,
          ...(why === 'asked' && { restarted_op: op }),
        })
        await addHistoryLine(tx, {
          ...target.key,
          at: now,
          what: restartLines[why],
        })
      }
    },
  }
}

/** Restarts an empty game, once for a night: real servers leak memory. Someone who joined since the last report keeps playing. */
export function restartAtNight(fleet: Fleet, facts: RentalFacts, step: ActionOf<'nightly'>): SideEffect {
  const target = getActionTarget(facts, step)
  const { instance, key, instanceRef } = target
  return {
    step,
    effect: 'restart',
    act: async () => {
      const status = await fleet.game.queryStatus(instance)
      if (status === null || status.players > 0)
        return (tx) => updateInstance(tx, key, { players: status?.players ?? null })
      await getDriver(fleet, target).restart(instanceRef, `nightly-${step.night}`)
      return async (tx, { now }) => {
        await updateInstance(tx, key, {
          state: 'starting',
          started_at: now,
          applied_rev: 0,
          silent_at: null,
          ...noLiveStatus,
        })
        await updateRental(tx, facts.rental.id, { restart_at: now })
        await addHistoryLine(tx, { ...key, at: now, what: 'restarted at night' })
      }
    },
  }
}

/** G24: verifies the files while the game is stopped. Afterwards it is started, also after a fault: its owner is informed. */
export function verifyGameFiles(fleet: Fleet, facts: RentalFacts, step: ActionOf<'verify'>): SideEffect {
  const target = getActionTarget(facts, step)
  const { key } = target
  return {
    step,
    effect: 'verify',
    intend: (tx) => updateInstance(tx, key, { state: 'starting', silent_at: null, ...noLiveStatus }),
    act: async () => {
      const progress = await getDriver(fleet, target).verify(target.instanceRef, step.op)
      if (progress === 'done') return finishVerification(step, 'verified')
      if (progress === 'failed') return finishVerification(step, 'verification failed', true)
      return (tx, { now }) =>
        updateInstance(tx, key, { tried: 'verify', retry_at: addMs(now, verifyAgainMs) })
    },
  }
}

/** The verification exceeds its announced time: the server is started as it is. */
export function abandonVerification(step: ActionOf<'give-up-verify'>): WriteResult {
  return finishVerification(step, 'verification given up', true)
}

function finishVerification(
  step: ActionOf<'verify' | 'give-up-verify'>,
  what: RentalHistoryKind,
  isFailed = false,
): WriteResult {
  return async (tx, facts) => {
    const { key } = getActionTarget(facts, step)
    await updateRental(tx, key.rentalId, { verify_failed_at: isFailed ? facts.now : null })
    await updateInstance(tx, key, { state: 'starting', verified_op: step.op, started_at: null })
    await addHistoryLine(tx, { ...key, at: facts.now, what })
  }
}
