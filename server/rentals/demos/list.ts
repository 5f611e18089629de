import { PortalError } from '@clutch/contract/errors.ts'
import type { House } from '../../house.ts'
import { findLeaseFor } from '../access.ts'
import * as store from './demos-store.ts'
import { demoPath, isThere } from './folder.ts'
import { readDemoTicket, signDemo } from './links.ts'

type Parts = Pick<House, 'database' | 'keys' | 'clock' | 'settings'>

/** G17: the demos of a lease for its owner or an admin of it, by name descending; throws `lease.not_found`. */
export async function listDemosFor(house: Parts, number: string, steamId: string) {
  const { lease } = await findLeaseFor(house, number, steamId)
  const rows = await store.selectDemos(house.database, lease.id)
  return rows.map(({ name, size, received_at }) => {
    return { name, size: Number(size), received: received_at.getTime() }
  })
}

/** G17: an address for one of them, good for ten minutes; throws `lease.not_found` or `demo.not_found`. */
export async function linkDemo(house: Parts, number: string, name: string, steamId: string): Promise<string> {
  const { lease } = await findLeaseFor(house, number, steamId)
  const demo = await store.selectDemo(house.database, lease.id, name)
  if (!demo) throw new PortalError('demo.not_found', 'There is no such demo')
  return `${house.settings.publicUrl}/api/demos/${signDemo(house, demo.id)}/${encodeURIComponent(demo.name)}`
}

/** Where the demo of a ticket lies below the folder of demos, and its bytes; throws `demo.not_found` or `demo.link_over`. */
export async function demoOfTicket(
  house: Parts,
  ticket: string,
  name: string,
): Promise<{ path: string; size: number }> {
  const demo = await store.selectDemoById(house.database, readDemoTicket(house, ticket))
  if (demo?.name === name) {
    const path = demoPath(demo.lease_id, demo.id)
    if (await isThere(house, path)) return { path, size: Number(demo.size) }
  }
  throw new PortalError('demo.not_found', 'There is no such demo')
}
