import { type VerificationProgress } from '../../driver.ts'
import type { ClusterTarget } from '../cluster-target.ts'
import { getObjectName, getVerifierName } from '../objects/instance-labels.ts'
import { type InstanceRecord, changeRecord } from '../objects/instance-record.ts'
import { buildVerifierPod } from '../objects/pod-spec.ts'
import { getExit, getRun } from '../objects/pod-state.ts'
import { deleteGamePod } from '../agones/game-pods.ts'
import { ensurePod, findPod } from '../objects/pods.ts'
import { endPod } from './end-instance.ts'
import { requireRecord } from './restart-instance.ts'

type Result = 'done' | 'failed'

/**
 * Implements `FleetDriver.verify`. The command runs in a pod of its own on the node of the instance, while the game is stopped. Without
 * one the next start creates the pod again from its image.
 */
export async function verifyInstance(
  target: ClusterTarget,
  { op, graceMs }: { op: string; graceMs: number },
): Promise<VerificationProgress> {
  const { client } = target.cluster
  await requireRecord(target)
  const pod = await findPod(client, getObjectName(target.instance))
  const record = await changeRecord(target, (content) =>
    content.verification?.op === op
      ? null
      : { ...content, verification: { op, found: getRun(pod), result: null } },
  )
  const { found = '', result = null } = record.content.verification ?? {}
  if (result !== null) return result
  if (pod && (getRun(pod) === '' || getRun(pod) === found))
    await deleteGamePod(client, pod, { graceMs, isLost: false })
  const { verifyCommand } = target.game
  if (verifyCommand === null || record.content.node === null) return finish(target, op, 'done')
  return runVerifier(target, record, { command: verifyCommand, op })
}

async function runVerifier(
  target: ClusterTarget,
  record: InstanceRecord,
  { command, op }: { command: readonly string[]; op: string },
): Promise<VerificationProgress> {
  const { cluster, instance, log } = target
  const name = getVerifierName(instance)
  const found = await findPod(cluster.client, name)
  if (found && found.metadata?.labels?.['clutch.op'] !== op) await endPod(target, name, 0)
  await ensurePod(target, buildVerifierPod(target, record, { command, op }))
  const pod = await findPod(cluster.client, name)
  const exit = pod && getExit(pod)
  if (!exit) return 'running'
  const isFault = !('code' in exit) || exit.code !== 0
  if (isFault) log.warn({ hostName: instance.hostName, server: instance.number, exit }, 'verifying failed')
  // Recorded before the pod goes: without a record it would run again.
  const result = await finish(target, op, isFault ? 'failed' : 'done')
  await endPod(target, name, 0)
  return result
}

async function finish(target: ClusterTarget, op: string, result: Result): Promise<Result> {
  await changeRecord(target, (content) =>
    content.verification?.op === op
      ? { ...content, verification: { ...content.verification, result } }
      : null,
  )
  return result
}
