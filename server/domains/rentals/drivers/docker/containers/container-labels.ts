import { createHash } from 'node:crypto'
import { type InstanceRef, getInstanceName } from '../../driver.ts'

/** The label by which a portal finds its own containers. */
export const ownerLabel = 'clutch.owner'

/** What the labels of a container say. */
export interface InstanceLabels {
  owner: string
  instance: Omit<InstanceRef, 'hostName'>
  port: number
  /** The verification that this container carries out for the instance; empty for the instance itself. */
  op: string
}

export function toLabels({ owner, instance, port, op }: InstanceLabels): Record<string, string> {
  return {
    [ownerLabel]: owner,
    'clutch.lease': instance.rentalId,
    'clutch.number': instance.number,
    'clutch.generation': String(instance.generation),
    'clutch.port': String(port),
    ...(op !== '' && { 'clutch.verify': op }),
  }
}

/** Null for labels that no portal wrote. */
export function parseLabels(labels: Readonly<Record<string, string>>): InstanceLabels | null {
  const {
    [ownerLabel]: owner,
    'clutch.lease': rentalId,
    'clutch.number': number,
    'clutch.generation': generation,
    'clutch.port': port,
    'clutch.verify': op = '',
  } = labels
  if (!owner || !rentalId || !number || !Number.isInteger(Number(generation)) || !Number(port)) return null
  const instance = { rentalId, number, generation: Number(generation) }
  return { owner, instance, port: Number(port), op }
}

/** Whether these labels mark a container as this owner’s container of the instance. */
export function isInstanceContainer(
  marks: InstanceLabels | null,
  owner: string,
  instance: InstanceRef,
): marks is InstanceLabels {
  return (
    marks?.owner === owner &&
    marks.instance.rentalId === instance.rentalId &&
    getInstanceName(marks.instance) === getInstanceName(instance)
  )
}

/**
 * Returns the volume name of an instance. Its owner is part of the name, since engines give an existing
 * volume to anyone who uses its name.
 */
export function getVolumeName(owner: string, instance: Pick<InstanceRef, 'number' | 'generation'>): string {
  const of = createHash('sha256').update(owner).digest('hex').slice(0, 12)
  return `clutch-${of}-${getInstanceName(instance)}`
}
