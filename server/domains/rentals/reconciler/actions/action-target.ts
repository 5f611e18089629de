import { HostUnreachable, type InstanceRef } from '../../drivers/driver.ts'
import { type Fleet, toInstanceRef, findServedHost } from '../../fleet.ts'
import type { InstanceRow } from '../../rentals.store.ts'
import type { RentalFacts } from '../facts/rental-facts.ts'

/** What a step is about. */
export interface ActionTarget {
  instance: InstanceRow
  instanceRef: InstanceRef
  /** The key of its row. */
  key: { rentalId: string; generation: number }
}

export function getActionTarget(
  { rental, instances }: RentalFacts,
  { generation }: { generation: number },
): ActionTarget {
  const instance = instances.find((one) => one.generation === generation)
  if (!instance) throw new Error(`there is no generation ${generation}`)
  return { instance, instanceRef: toInstanceRef(rental, instance), key: { rentalId: rental.id, generation } }
}

/** Returns the driver if it serves the host; throws HostUnreachable for any other. */
export function getDriver(fleet: Fleet, { instanceRef }: ActionTarget) {
  if (findServedHost(fleet, instanceRef.hostName)) return fleet.driver
  throw new HostUnreachable(`no driver here serves ${instanceRef.hostName}`)
}
