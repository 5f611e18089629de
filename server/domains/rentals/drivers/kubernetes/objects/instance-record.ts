import type { V1ConfigMap, V1OwnerReference } from '@kubernetes/client-node'
import { z } from 'zod'
import { HostFull, HostUnreachable } from '../../driver.ts'
import { isConflict, isNotFound, toDriverError } from '../api/cluster-errors.ts'
import type { ClusterTarget } from '../cluster-target.ts'
import { buildLabels, getObjectName, hostLabel, isPartOf } from './instance-labels.ts'

/**
 * What outlives the pods of an instance. Its ConfigMap is created first and deleted last, and owns every other object of the instance:
 * what a killed portal leaves goes with it.
 */
const recordSchema = z.object({
  /** Where the data is, once a pod was placed; the instance stays on this node. */
  node: z.string().nullable().default(null),
  host: z.string().default(''),
  publicHost: z.string().default(''),
  port: z.number().int(),
  /** Ended, with its data kept. */
  isRetained: z.boolean().default(false),
  /** Removed but for its data, which is deleted once its node is back. */
  isLeft: z.boolean().default(false),
  /** The last restart, and the run that it found. */
  restart: z.object({ op: z.string(), found: z.string() }).nullable().default(null),
  /** The last verification, the run that it found, and its end. */
  verification: z
    .object({ op: z.string(), found: z.string(), result: z.enum(['done', 'failed']).nullable() })
    .nullable()
    .default(null),
})

type RecordContent = z.output<typeof recordSchema>

export interface InstanceRecord {
  content: RecordContent
  createdAt: Date
  uid: string
  resourceVersion: string
}

const contentKey = 'instance.json'
const maxTries = 8

/** Null: there is none, or it belongs to another owner or host. A record without a host gets that of the instance. */
export async function findRecord(target: ClusterTarget): Promise<InstanceRecord | null> {
  const found = await readConfigMap(target)
  if (!found || !isPartOf(found.metadata, target.owner, target.instance)) return null
  return found.metadata?.labels?.[hostLabel] === undefined
    ? changeRecord(target, (content) => content)
    : toRecord(found)
}

/** Finds the record, or creates it with this port. Throws HostFull if its name belongs to another owner. */
export async function ensureRecord(
  target: ClusterTarget,
  port: number,
): Promise<{ record: InstanceRecord; isNew: boolean }> {
  const found = await findRecord(target)
  if (found) return { record: found, isNew: false }
  const { cluster, owner, instance } = target
  const { client } = cluster
  const name = getObjectName(instance)
  const body = {
    metadata: { name, labels: buildLabels(owner, instance, 'record') },
    data: { [contentKey]: JSON.stringify(recordSchema.parse({ port })) },
  }
  try {
    const created = await client.attempt(() =>
      client.core.createNamespacedConfigMap({ namespace: client.namespace, body }),
    )
    return { record: toRecord(created), isNew: true }
  } catch (error) {
    if (!isConflict(error)) throw toDriverError(error, client.name)
  }
  const other = await findRecord(target)
  if (!other) throw new HostFull(`${client.name} already has ${name} of another owner`)
  return { record: other, isNew: false }
}

/**
 * Changes the record; `change` gets its present content and returns null to leave it alone. Two writers never overwrite each other.
 * Throws HostUnreachable if the record is gone.
 */
export async function changeRecord(
  target: ClusterTarget,
  change: (content: RecordContent) => RecordContent | null,
): Promise<InstanceRecord> {
  const { cluster, instance } = target
  const { client } = cluster
  const name = getObjectName(instance)
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await readConfigMap(target)
    if (!found || !isPartOf(found.metadata, target.owner, instance))
      throw new HostUnreachable(`${name} was removed`)
    const record = toRecord(found)
    const content = change(record.content)
    if (content === null) return record
    // The resource version that was read makes the server refuse this if another portal wrote meanwhile.
    const metadata = Object.assign(found.metadata ?? {}, {
      labels: { ...found.metadata?.labels, [hostLabel]: instance.hostName },
    })
    const body = { metadata, data: { [contentKey]: JSON.stringify(content) } }
    try {
      const call = { name, namespace: client.namespace, body }
      return toRecord(await client.attempt(() => client.core.replaceNamespacedConfigMap(call)))
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw toDriverError(error, client.name)
    }
  }
  throw new HostUnreachable(`${name} changes all the time`)
}

/** Deletes the record, and by Kubernetes' garbage collection everything that it owns. */
export async function deleteRecord(
  { cluster: { client } }: ClusterTarget,
  record: InstanceRecord,
  name: string,
) {
  const call = { name, namespace: client.namespace, body: { preconditions: { uid: record.uid } } }
  await client.find(() => client.core.deleteNamespacedConfigMap(call))
}

/** Makes an object part of the instance: Kubernetes deletes it when the record is gone. */
export function toOwnerReference(name: string, { uid }: InstanceRecord): V1OwnerReference {
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: false }
}

export function toRecord({ metadata = {}, data = {} }: V1ConfigMap): InstanceRecord {
  return {
    content: recordSchema.parse(JSON.parse(data[contentKey] ?? '{}')),
    createdAt: new Date(metadata.creationTimestamp ?? 0),
    uid: metadata.uid ?? '',
    resourceVersion: metadata.resourceVersion ?? '',
  }
}

function readConfigMap({ cluster: { client }, instance }: ClusterTarget): Promise<V1ConfigMap | null> {
  const name = getObjectName(instance)
  return client.find(() => client.core.readNamespacedConfigMap({ name, namespace: client.namespace }))
}
