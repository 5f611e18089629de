import { NodeSilent, type Place } from '../drivers/driver.ts'
import { type Fleet, placeOf, servedNode } from '../fleet.ts'
import type { InstanceRow } from '../lease-store.ts'
import type { Facts } from './facts.ts'

/** What a step is about. */
export interface Target {
  instance: InstanceRow
  place: Place
  /** The key of its row. */
  key: { leaseId: string; generation: number }
}

export function targetOf({ lease, instances }: Facts, { generation }: { generation: number }): Target {
  const instance = instances.find((one) => one.generation === generation)
  if (!instance) throw new Error(`there is no generation ${generation}`)
  return { instance, place: placeOf(lease, instance), key: { leaseId: lease.id, generation } }
}

/** The driver, for something on a machine that it serves; throws NodeSilent for any other. */
export function driverFor(fleet: Fleet, { place }: Target) {
  if (servedNode(fleet, place.node)) return fleet.driver
  throw new NodeSilent(`nobody here serves ${place.node}`)
}
