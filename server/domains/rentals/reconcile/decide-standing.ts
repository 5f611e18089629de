import { verifyMs } from '@clutch/contract/limits.ts'
import type { InstanceRow } from '../lease-store.ts'
import type { Facts, Look, Step } from './facts.ts'
import { after, earlier, hungMs, lookAgainMs, nextLook, startingMs } from './times.ts'

/**
 * What an instance that is to stand needs next, until it is ready and as it is wanted. `unreached`: nobody knows how it is.
 */
export function standingStep(facts: Facts, one: InstanceRow, look: Look | null): Step | 'unreached' {
  const { generation } = one
  // What may never have been made is made, whether it is there or not.
  if (one.started_at === null && one.unreached_at === null) return { kind: 'create', generation }
  if (look?.generation !== generation) return { kind: 'look', generation }
  if (look.is === 'silent') return 'unreached'
  if (one.started_at === null || look.is === 'absent') return { kind: 'create', generation }
  const asked = verifyStep(facts, one) ?? restartStep(facts, one)
  if (asked) return asked
  if (look.is === 'stopped') return { kind: 'create', generation }
  if (one.files_rev !== facts.lease.rev) return { kind: 'configure', generation }
  return look.is === 'ready' ? readyStep(facts, one) : silentStep(facts, one, one.started_at)
}

/** G24: it is asked again until it is done, or takes too long. Before it ever ran there is nothing to verify. */
function verifyStep({ lease, now }: Facts, { generation, verified_op, ready_at }: InstanceRow): Step | null {
  const { verify_op: op, verify_at: at } = lease
  if (op === null || op === verified_op || ready_at === null) return null
  const isOver = at !== null && after(at, verifyMs) <= now
  return { kind: isOver ? 'give-up-verify' : 'verify', generation, op }
}

/** G8. Its files are what is wanted first: it reads them as it starts (R12). */
function restartStep({ lease }: Facts, { generation, restarted_op, files_rev }: InstanceRow): Step | null {
  const { restart_op: op } = lease
  if (op === null || op === restarted_op) return null
  if (files_rev !== lease.rev) return { kind: 'configure', generation }
  return { kind: 'restart', generation, op, isAsked: true }
}

function readyStep({ lease }: Facts, { generation, applied_rev, state }: InstanceRow): Step {
  if (applied_rev !== lease.rev) return { kind: 'tell', generation }
  if (state !== 'ready') return { kind: 'ready', generation }
  return { kind: 'wait', until: null }
}

/** It runs, and its game does not answer: that is waited for, and then it is started anew by an op of that silence. */
function silentStep({ now }: Facts, one: InstanceRow, started: Date): Step {
  const { generation, state } = one
  const since = state === 'ready' ? (one.silent_at ?? now) : started
  const hungAt = after(since, state === 'ready' ? hungMs : startingMs)
  if (hungAt <= now) return { kind: 'restart', generation, op: `silent-${since.getTime()}`, isAsked: false }
  const next = state === 'ready' ? after(now, lookAgainMs) : nextLook(started, now)
  return { kind: 'wait', until: earlier(hungAt, next) }
}
