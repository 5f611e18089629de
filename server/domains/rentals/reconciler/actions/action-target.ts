import { HostUnreachable, type InstanceRef } from '../../drivers/driver.ts'
import { type Fleet, toInstanceRef, findServedHost } from '../../fleet.ts'
import type { InstanceRow } from '../../rentals.store.ts'
import type { RentalFacts } from '../rental-facts.ts'

/** What a step is about. */
export interface ActionTarget {
  instance: InstanceRow
  place: InstanceRef
  /** The key of its row. */
  key: { rentalId: string; generation: number }
}

export function getActionTarget(
  { rental, instances }: RentalFacts,
  { generation }: { generation: number },
): ActionTarget {
  const instance = instances.find((one) => one.generation === generation)
  if (!instance) throw new Error(`there is no generation ${generation}`)
  return { instance, place: toInstanceRef(rental, instance), key: { rentalId: rental.id, generation } }
}

/** The driver, for something on a machine that it serves; throws NodeSilent for any other. */
export function getDriver(fleet: Fleet, { place }: ActionTarget) {
  if (findServedHost(fleet, place.hostName)) return fleet.driver
  throw new HostUnreachable(`no driver here serves ${place.hostName}`)
}
