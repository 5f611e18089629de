import type { V1ObjectMeta } from '@kubernetes/client-node'
import { type InstanceRef, getInstanceName } from '../../driver.ts'

export const ownerLabel = 'clutch.owner'
/** Two entries of the settings may be parts of one cluster and one namespace: each has its own instances. */
export const hostLabel = 'clutch.host'
/** What an object is for an instance, and what a pod of the cluster is for the driver. */
export const partLabel = 'clutch.part'
export const agentPart = 'node-agent'

export type InstancePart = 'record' | 'files' | 'game' | 'verifier'

/** The name of the record, of the secret with the files, and of the pod. */
export function getObjectName(instance: Pick<InstanceRef, 'number' | 'generation'>): string {
  return getInstanceName(instance)
}

export function getVerifierName(instance: Pick<InstanceRef, 'number' | 'generation'>): string {
  return `${getInstanceName(instance)}-verify`
}

export function buildLabels(owner: string, instance: InstanceRef, part: InstancePart) {
  return {
    [ownerLabel]: owner,
    [hostLabel]: instance.hostName,
    [partLabel]: part,
    'clutch.rental': instance.rentalId,
    'clutch.number': instance.number,
    'clutch.generation': String(instance.generation),
  }
}

/** The instance that labels name; null for those that no portal wrote. */
export function readLabels({ labels = {} }: V1ObjectMeta): Omit<InstanceRef, 'hostName'> | null {
  const { 'clutch.rental': rentalId, 'clutch.number': number, 'clutch.generation': generation } = labels
  if (!rentalId || !number || !Number.isInteger(Number(generation))) return null
  return { rentalId, number, generation: Number(generation) }
}

/** Whether an object is this owner's part of the instance, on its host. */
export function isPartOf(
  metadata: Pick<V1ObjectMeta, 'labels'> | undefined,
  owner: string,
  instance: InstanceRef,
): boolean {
  const { labels = {} } = metadata ?? {}
  return (
    labels[ownerLabel] === owner &&
    labels['clutch.rental'] === instance.rentalId &&
    mayBeOnHost(metadata, instance.hostName)
  )
}

/** Whether an object is of a host, or from before there was the label: then only the portal's rows tell. */
export function mayBeOnHost(metadata: Pick<V1ObjectMeta, 'labels'> | undefined, hostName: string): boolean {
  return (metadata?.labels?.[hostLabel] ?? hostName) === hostName
}

/** All objects of an owner that are one part of an instance. */
export function getSelector(owner: string, part: InstancePart): string {
  return `${ownerLabel}=${owner},${partLabel}=${part}`
}
