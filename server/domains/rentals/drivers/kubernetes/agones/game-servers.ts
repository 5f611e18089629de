import type { V1Pod } from '@kubernetes/client-node'
import { z } from 'zod'
import { HostFull, HostUnreachable } from '../../driver.ts'
import type { ClusterClient } from '../api/cluster-client.ts'
import { isConflict, isNotFound, toDriverError } from '../api/cluster-errors.ts'
import type { ClusterTarget } from '../cluster-target.ts'
import { isPartOf } from '../objects/instance-labels.ts'
import { findPod } from '../objects/pods.ts'
import type { GameServer } from './game-server.ts'

const resource = { group: 'agones.dev', version: 'v1', plural: 'gameservers' } as const

const foundSchema = z.object({
  metadata: z.object({
    name: z.string(),
    uid: z.string(),
    deletionTimestamp: z.string().optional(),
    labels: z.record(z.string(), z.string()).default({}),
  }),
  /** Absent until the controller has seen it, where its webhook is not installed. */
  status: z.object({ state: z.string().default('') }).default({ state: '' }),
})

export type FoundGameServer = z.output<typeof foundSchema>

/** States that a GameServer does not leave: it has to be deleted before another one of its name. */
const finalStates = new Set(['Error', 'Shutdown', 'Unhealthy'])

/** Null: there is none. */
export async function findGameServer(client: ClusterClient, name: string): Promise<FoundGameServer | null> {
  const { namespace } = client
  const found: unknown = await client.find(() =>
    client.custom.getNamespacedCustomObject({ ...resource, namespace, name }),
  )
  return found === null ? null : foundSchema.parse(found)
}

/**
 * Creates a GameServer, or adopts the one of its name. One that has ended is deleted before, which waits for the controller of Agones.
 * Throws HostFull if the name belongs to another owner, or the cluster refuses the object.
 */
export async function ensureGameServer(
  { cluster: { client }, owner, instance }: ClusterTarget,
  body: GameServer,
): Promise<void> {
  const { name = '' } = body.metadata
  await client.poll(client.timeouts.podMs, `the end of the previous ${name}`, async () => {
    const found = await findGameServer(client, name)
    if (found) {
      if (!isPartOf(found.metadata, owner, instance))
        throw new HostFull(`${client.name} already has a GameServer ${name} of another owner`)
      if (!hasGameServerEnded(found)) return true
      await requestDeletion(client, found.metadata)
      return null
    }
    try {
      const call = { ...resource, namespace: client.namespace, body }
      await client.attempt(() => client.custom.createNamespacedCustomObject(call))
      return true
    } catch (error) {
      if (isConflict(error)) return null
      throw toDriverError(error, client.name)
    }
  })
}

/** Null while a GameServer may still get its pod. Throws HostFull and HostUnreachable. */
export async function awaitPodOf(client: ClusterClient, name: string): Promise<null> {
  const found = await findGameServer(client, name)
  // Agones says why in an event, which the portal may not read.
  if (found?.status.state === 'Error')
    throw new HostFull(
      `${client.name}: Agones cannot create the pod of ${name}: see the events of the GameServer`,
    )
  if (!found || hasGameServerEnded(found))
    throw new HostUnreachable(`${client.name}: ${name} was removed while it started`)
  return null
}

/** The GameServer that a pod was made of; null for a plain pod. */
export function getGameServerOf(pod: V1Pod): { name: string; uid: string } | null {
  const owners = pod.metadata?.ownerReferences ?? []
  const owner = owners.find(({ kind, controller }) => kind === 'GameServer' && controller === true)
  return owner ? { name: owner.name, uid: owner.uid } : null
}

/** Asks for the end of a GameServer, and of no later one of its name. It goes once the controller of Agones has seen its pod gone. */
export async function requestDeletion(
  client: ClusterClient,
  { name, uid }: { name: string; uid: string },
): Promise<void> {
  const call = { ...resource, namespace: client.namespace, name, body: { preconditions: { uid } } }
  try {
    await client.attempt(() => client.custom.deleteNamespacedCustomObject(call))
  } catch (error) {
    if (!isNotFound(error) && !isConflict(error)) throw toDriverError(error, client.name)
  }
}

/** Waits until a GameServer is gone, and any pod that its controller made at the last moment. */
export async function waitUntilGone(
  client: ClusterClient,
  { name, uid }: { name: string; uid: string },
): Promise<void> {
  await client.poll(client.timeouts.podMs, `the end of the GameServer ${name}`, async () => {
    if ((await findGameServer(client, name))?.metadata.uid === uid) return null
    const pod = await findPod(client, name)
    return pod && getGameServerOf(pod)?.uid === uid ? null : true
  })
}

function hasGameServerEnded({ metadata, status }: FoundGameServer): boolean {
  return metadata.deletionTimestamp !== undefined || finalStates.has(status.state)
}
