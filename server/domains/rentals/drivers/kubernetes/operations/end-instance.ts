import type { V1Pod } from '@kubernetes/client-node'
import type { ClusterTarget } from '../cluster-target.ts'
import { findGameServer, requestDeletion, waitUntilGone } from '../agones/game-servers.ts'
import { deleteFiles } from '../objects/game-files.ts'
import { getObjectName, getVerifierName, isPartOf } from '../objects/instance-labels.ts'
import { type InstanceRecord, changeRecord, deleteRecord, findRecord } from '../objects/instance-record.ts'
import { findPod } from '../objects/pods.ts'
import { deleteGamePod } from '../agones/game-pods.ts'
import { findNode, isNodeLost } from '../nodes.ts'
import { dropData, dropDataAnywhere } from './instance-data.ts'

/** Implements `FleetDriver.stop`: the pod goes, its record and its data stay. */
export async function stopInstance(target: ClusterTarget, graceMs: number): Promise<void> {
  if (await findRecord(target)) await endGame(target, graceMs)
}

/** Implements `FleetDriver.remove`. */
export async function removeInstance(
  target: ClusterTarget,
  { graceMs, keepData }: { graceMs: number; keepData: boolean },
): Promise<void> {
  const record = await findRecord(target)
  if (!record) return
  const node = (await endGame(target, graceMs)) ?? record.content.node
  await endPod(target, getVerifierName(target.instance), 0)
  if (keepData) {
    await changeRecord(target, (content) =>
      content.isRetained ? null : { ...content, node, isRetained: true },
    )
    await deleteFiles(target)
    return
  }
  if (node === null) await dropDataAnywhere(target)
  await eraseInstance(target, record, node)
}

/**
 * Deletes the data of an instance on its node, its files and its record. Where the node is lost the record stays, marked, until the data
 * can be deleted: the instance itself is gone, and keeps its rental from nothing.
 */
export async function eraseInstance(
  target: ClusterTarget,
  record: InstanceRecord,
  node: string | null,
): Promise<void> {
  const { client } = target.cluster
  const found = node === null ? null : await findNode(client, node)
  if (found && isNodeLost(found, target.now())) {
    await changeRecord(target, (content) => ({ ...content, node, isRetained: true, isLeft: true }))
    return deleteFiles(target)
  }
  if (node !== null) await dropData(target, node)
  await deleteFiles(target)
  await deleteRecord(target, record, getObjectName(target.instance))
}

/** Deletes the data that was left on nodes that are back. What still fails is tried again with the next list. */
export async function eraseLeftInstances(targets: readonly ClusterTarget[]): Promise<void> {
  for (const target of targets) {
    const { instance, log } = target
    try {
      const record = await findRecord(target)
      if (record?.content.isLeft) await eraseInstance(target, record, record.content.node)
    } catch (error) {
      log.info(
        { err: error, hostName: instance.hostName, server: instance.number },
        'left data stays for now',
      )
    }
  }
}

/**
 * Ends the pod of the game and returns its node; null where there is none. With Agones the GameServer goes first: until then its controller
 * may make a pod.
 */
export async function endGame(target: ClusterTarget, graceMs: number): Promise<string | null> {
  const { cluster, owner, instance } = target
  const { client, agones } = cluster
  const name = getObjectName(instance)
  const found = agones === null ? null : await findGameServer(client, name)
  const gameServer = found && isPartOf(found.metadata, owner, instance) ? found.metadata : null
  if (gameServer) await requestDeletion(client, gameServer)
  const node = await endPod(target, name, graceMs)
  if (gameServer) await waitUntilGone(client, gameServer)
  return node
}

/** Ends a pod of the instance and returns its node; null where there is none. */
export async function endPod(target: ClusterTarget, name: string, graceMs: number): Promise<string | null> {
  const { client } = target.cluster
  const pod = await findPod(client, name)
  if (!pod || !isPartOf(pod.metadata, target.owner, target.instance)) return null
  await deleteGamePod(client, pod, { graceMs, isLost: await isOnLostNode(target, pod) })
  return pod.spec?.nodeName ?? null
}

async function isOnLostNode({ cluster: { client }, now }: ClusterTarget, { spec }: V1Pod): Promise<boolean> {
  const node = spec?.nodeName
  return node !== undefined && isNodeLost(await findNode(client, node), now())
}
