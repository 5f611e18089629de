import {
  type ClassCounts,
  type HostClass,
  countFreePlaces,
  getHostLimits,
} from '@clutch/contract/rules/rentals/host-classes.ts'
import type { Host } from '../drivers/driver.ts'
import type { HostUsage } from './host-usage.store.ts'

const noCounts: ClassCounts = { standard: 0, performance: 0 }

/** Whether a host serves a region and a class. */
export function servesRental(host: Host, region: string, hostClass: HostClass): boolean {
  return servesRegion(host, region) && host.classes[hostClass].isServed
}

export function servesRegion({ regions }: Pick<Host, 'regions'>, region: string): boolean {
  return regions.includes('*') || regions.includes(region)
}

/** The limits of a host, with what its machine has where the settings say nothing. */
export function getLimits(host: Host, machine: HostUsage['machine'] | undefined) {
  const set = { ...host.limits, servers: getMaxServers(host) }
  return getHostLimits(set, machine ?? { memoryMb: null, cpus: null })
}

/** How many more instances of a class a host takes; none while it is silent or cordoned. */
export function countRoom(host: Host, hostClass: HostClass, usage: HostUsage | undefined): number {
  if (!host.classes[hostClass].isServed || usage?.isSilent === true || usage?.isCordoned === true) return 0
  return countFreePlaces(hostClass, host.classes, getLimits(host, usage?.machine), usage?.counts ?? noCounts)
}

/** Each instance has a port of its own. */
export function getMaxServers({ most, ports }: Pick<Host, 'most' | 'ports'>): number {
  return Math.min(most ?? Infinity, ports.last - ports.first + 1)
}
