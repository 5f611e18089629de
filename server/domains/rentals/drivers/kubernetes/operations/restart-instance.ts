import {
  InstanceNotFound,
  HostFull,
  HostUnreachable,
  type ObservedInstance,
  PortInUse,
} from '../../driver.ts'
import { toObservedInstance } from '../objects/observed-instance.ts'
import type { ClusterTarget } from '../cluster-target.ts'
import { getObjectName } from '../objects/instance-labels.ts'
import { type InstanceRecord, changeRecord, findRecord } from '../objects/instance-record.ts'
import { getRun } from '../objects/pod-state.ts'
import { deleteGamePod } from '../agones/game-pods.ts'
import { findPod } from '../objects/pods.ts'
import { startPod } from './ensure-instance.ts'

/**
 * Implements `FleetDriver.restart` (R13). The op is recorded with the run it found before that is ended: a repeated call sees by a
 * different run that the restart was done, and ends no run but that one.
 */
export async function restartInstance(
  target: ClusterTarget,
  { op, graceMs }: { op: string; graceMs: number },
): Promise<ObservedInstance> {
  const { client } = target.cluster
  const name = getObjectName(target.instance)
  await requireRecord(target)
  const before = await findPod(client, name)
  const run = getRun(before)
  const record = await changeRecord(target, (content) =>
    content.restart?.op === op ? null : { ...content, restart: { op, found: run } },
  )
  const found = record.content.restart?.found ?? ''
  if (run !== '' && run !== found) return toObservedInstance(target.instance, record, run)
  if (before) await deleteGamePod(client, before, { graceMs, isLost: false })
  try {
    return await startPod(target, record)
  } catch (error) {
    // It was stopped; `ensure` reports why it does not start.
    if (error instanceof PortInUse || error instanceof HostFull) throw new HostUnreachable(error.message)
    throw error
  }
}

/** The record of an instance that is not retained. Throws InstanceNotFound. */
export async function requireRecord(target: ClusterTarget): Promise<InstanceRecord> {
  const record = await findRecord(target)
  if (!record || record.content.isRetained) throw new InstanceNotFound()
  return record
}
