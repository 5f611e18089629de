import type { Fleet } from '../fleet.ts'
import type { Deed, Write } from './deed.ts'
import type { Facts, StepOf } from './facts.ts'
import { noteLine } from './lines-store.ts'
import { driverFor, targetOf } from './target.ts'
import { after, verifyAgainMs } from './times.ts'
import { notLive, updateInstance } from './write-store.ts'

/** G8: starts it anew, once for each op (R13): one that was asked for, or one of a silence that lasted too long. */
export function restart(fleet: Fleet, facts: Facts, step: StepOf<'restart'>): Deed {
  const target = targetOf(facts, step)
  const { op, isAsked } = step
  return {
    step,
    effect: 'restart',
    act: async () => {
      await driverFor(fleet, target).restart(target.place, op)
      return async (tx, { now }) => {
        await updateInstance(tx, target.key, {
          state: 'starting',
          started_at: now,
          applied_rev: 0,
          silent_at: null,
          ...notLive,
          ...(isAsked && { restarted_op: op }),
        })
        await noteLine(tx, { ...target.key, at: now, what: isAsked ? 'restarted' : 'restarted, was silent' })
      }
    },
  }
}

/** G24: its files are verified while it does not run. Once that is done it is to be started. */
export function verify(fleet: Fleet, facts: Facts, step: StepOf<'verify'>): Deed {
  const target = targetOf(facts, step)
  const { key } = target
  return {
    step,
    effect: 'verify',
    intend: (tx) => updateInstance(tx, key, { state: 'starting', silent_at: null, ...notLive }),
    act: async () => {
      const said = await driverFor(fleet, target).verify(target.place, step.op)
      if (said === 'done') return verified(step, 'verified')
      return (tx, { now }) =>
        updateInstance(tx, key, { tried: 'verify', retry_at: after(now, verifyAgainMs) })
    },
  }
}

/** It takes longer than anybody was told: the server is started as it is. */
export function giveUpVerify(step: StepOf<'give-up-verify'>): Write {
  return verified(step, 'verification given up')
}

function verified(step: StepOf<'verify' | 'give-up-verify'>, what: string): Write {
  return async (tx, facts) => {
    const { key } = targetOf(facts, step)
    await updateInstance(tx, key, { state: 'starting', verified_op: step.op, started_at: null })
    await noteLine(tx, { ...key, at: facts.now, what })
  }
}
