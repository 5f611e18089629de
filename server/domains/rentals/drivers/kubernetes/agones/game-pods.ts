import type { V1Pod } from '@kubernetes/client-node'
import { HostUnreachable } from '../../driver.ts'
import type { ClusterClient } from '../api/cluster-client.ts'
import type { ClusterTarget } from '../cluster-target.ts'
import { getObjectName } from '../objects/instance-labels.ts'
import type { InstanceRecord } from '../objects/instance-record.ts'
import { buildGamePod } from '../objects/pod-spec.ts'
import { deletePod, ensurePod } from '../objects/pods.ts'
import { buildGameServer } from './game-server.ts'
import {
  awaitPodOf,
  ensureGameServer,
  getGameServerOf,
  requestDeletion,
  waitUntilGone,
} from './game-servers.ts'

/** Creates the pod of a game, or the GameServer that Agones makes it of; one that is there already is as good. */
export async function createGamePod(
  target: ClusterTarget,
  record: InstanceRecord,
  node: string | null,
): Promise<void> {
  const { agones: health } = target.cluster
  if (health === null) await ensurePod(target, buildGamePod(target, record, node))
  else await ensureGameServer(target, buildGameServer(target, record, { node, health }))
}

/** Null while a pod that was created may still come. Throws HostFull and HostUnreachable. */
export async function awaitPod({ cluster: { client, agones }, instance }: ClusterTarget): Promise<null> {
  const name = getObjectName(instance)
  if (agones !== null) return awaitPodOf(client, name)
  throw new HostUnreachable(`${client.name}: ${name} was removed while it started`)
}

/** Deletes a pod, and the GameServer that it was made of, as `deletePod` does. */
export async function deleteGamePod(
  client: ClusterClient,
  pod: V1Pod,
  options: { graceMs: number; isLost: boolean },
): Promise<void> {
  const gameServer = getGameServerOf(pod)
  if (gameServer) await requestDeletion(client, gameServer)
  // Agones would give the game the whole grace of its pod.
  await deletePod(client, pod, options)
  if (gameServer) await waitUntilGone(client, gameServer)
}
