import type { V1Pod } from '@kubernetes/client-node'
import { HostFull } from '../../driver.ts'
import { isConflict, isNotFound, toDriverError } from '../api/cluster-errors.ts'
import type { ClusterClient } from '../api/cluster-client.ts'
import type { ClusterTarget } from '../cluster-target.ts'
import { isPartOf } from './instance-labels.ts'

/** Null: there is none. */
export function findPod(client: ClusterClient, name: string): Promise<V1Pod | null> {
  return client.find(() => client.core.readNamespacedPod({ name, namespace: client.namespace }))
}

/** Creates a pod; one of its name that is there already is as good. Throws HostFull if that belongs to another owner. */
export async function ensurePod({ cluster, owner, instance }: ClusterTarget, body: V1Pod): Promise<void> {
  const { client } = cluster
  try {
    await client.attempt(() => client.core.createNamespacedPod({ namespace: client.namespace, body }))
  } catch (error) {
    if (!isConflict(error)) throw toDriverError(error, client.name)
    const name = body.metadata?.name ?? ''
    const found = await findPod(client, name)
    if (found && !isPartOf(found.metadata, owner, instance))
      throw new HostFull(`${client.name} already has a pod ${name} of another owner`)
  }
}

/**
 * Deletes a pod, and no later one of its name, and waits until it is gone. The game has `graceMs` to end. With `isLost` its node is not
 * waited for: a node that comes back ends what the cluster no longer has.
 */
export async function deletePod(
  client: ClusterClient,
  pod: V1Pod,
  { graceMs, isLost }: { graceMs: number; isLost: boolean },
): Promise<void> {
  const { name = '', uid = '' } = pod.metadata ?? {}
  // Zero would delete the object at once, while the game still runs.
  const gracePeriodSeconds = isLost ? 0 : Math.max(1, Math.ceil(graceMs / 1_000))
  const body = { gracePeriodSeconds, preconditions: { uid } }
  try {
    await client.attempt(() =>
      client.core.deleteNamespacedPod({ name, namespace: client.namespace, gracePeriodSeconds, body }),
    )
  } catch (error) {
    // Conflict: another pod has its name.
    if (!isNotFound(error) && !isConflict(error)) throw toDriverError(error, client.name)
  }
  await client.poll(graceMs + client.timeouts.podMs, `the end of ${name}`, async () => {
    const found = await findPod(client, name)
    return found?.metadata?.uid === uid ? null : true
  })
}
