import type { PracticeServer } from '@clutch/contract/api/rentals.ts'
import { leaseKeptMs, switchesPerDay } from '@clutch/contract/limits.ts'
import { dayOf } from '@clutch/contract/rules/days.ts'
import { leaseNotice } from '@clutch/contract/rules/leases.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import {
  isExpired,
  isRefundable,
  lockedUntil,
  maintenanceOf,
  readAdmins,
  readDuration,
  statusOf,
} from './facts.ts'
import type { InstanceRow, LeaseRow } from './lease-store.ts'
import { selectRegions } from './regions-store.ts'
import type { RegionRow } from './regions-store.ts'
import { tellPassword } from './secrets.ts'
import { stepsOf } from './steps.ts'
import { countSwitches, selectLastPlaces, selectStanding, selectSwitches } from './view-store.ts'
import type { SwitchRow } from './view-store.ts'

/** A lease with what is shown of it beside its row. */
export interface LeaseAround {
  lease: LeaseRow
  regions: ReadonlyMap<string, RegionRow>
  /** What stands, the latest generation first. */
  instances: readonly InstanceRow[]
  /** Of one that is over: where it ran last. */
  last: InstanceRow | null
  running: SwitchRow | null
  /** Switches of today that count. */
  switched: number
}

/** Leases with what is shown of them, in the order given. */
export async function lookAround(
  { database, clock }: Pick<House, 'database' | 'clock'>,
  leases: readonly LeaseRow[],
  queries: Queries = database,
): Promise<LeaseAround[]> {
  const ids = leases.map(({ id }) => id)
  const regions = new Map((await selectRegions(queries)).map((region) => [region.code, region]))
  const instances = Map.groupBy(await selectStanding(queries, ids), ({ lease_id: id }) => id)
  const switches = new Map((await selectSwitches(queries, ids)).map((one) => [one.lease_id, one]))
  const now = clock.now()
  const switched = await countSwitches(queries, ids, dayOf(now.getTime()))
  const over = leases.filter((lease) => isExpired(lease, now)).map(({ id }) => id)
  const last = new Map((await selectLastPlaces(queries, over)).map((one) => [one.lease_id, one]))
  return leases.map((lease) => ({
    lease,
    regions,
    instances: instances.get(lease.id) ?? [],
    last: last.get(lease.id) ?? null,
    running: switches.get(lease.id) ?? null,
    switched: switched.get(lease.id) ?? 0,
  }))
}

/** A lease as its owner or one of its admins sees it (document 2 §3). */
export function showLease(
  { keys, clock }: Pick<House, 'keys' | 'clock'>,
  around: LeaseAround,
  isOwner: boolean,
): PracticeServer {
  const { lease, regions, instances, last, running, switched } = around
  const now = clock.now()
  const ends = lease.expires_at.getTime()
  const over = isExpired(lease, now)
  const maintenance = maintenanceOf(lease, regions.get(lease.region))
  const place = instances.find(
    ({ generation, state }) => generation === lease.generation && state !== 'stopping',
  )
  // G7: what has expired keeps the address it had, so that it can be copied from its card.
  const address = over ? last : place
  return {
    instance_id: lease.number,
    instance_name: lease.name,
    region: lease.region,
    region_name: nameOf(regions, lease.region),
    public_ip: address?.public_host ?? '',
    server_port: address?.port ?? null,
    connect_url: '',
    sv_password: tellPassword(keys, lease),
    expiredate: dayOf(ends),
    timestamp: Math.floor(ends / 1_000),
    isExpired: over,
    isOwner,
    admin_list: JSON.stringify(readAdmins(lease)),
    status: statusOf(lease),
    maintenance_status: maintenance ? 1 : 0,
    relocatable: lease.relocatable ? 1 : 0,
    relocated: 0,
    created: lease.created_at.getTime(),
    duration: lease.duration,
    maintenance,
    steps: stepsOf(lease, instances, running),
    switching: running && {
      region: running.to_region,
      region_name: nameOf(regions, running.to_region),
      since: running.asked_at.getTime(),
    },
    locked_until: lockedUntil(lease, now),
    live: over || !place ? null : liveOf(place),
    notice: leaseNotice(ends, readDuration(lease), now.getTime()),
    kept_until: over && lease.cleared_at === null ? ends + leaseKeptMs : null,
    refund_offered: isOwner && isRefundable(lease),
    switches_left: isOwner && lease.relocatable ? Math.max(0, switchesPerDay - switched) : null,
  }
}

function nameOf(regions: LeaseAround['regions'], code: string): { zh: string; en: string } {
  const region = regions.get(code)
  return { zh: region?.name_zh ?? code, en: region?.name_en ?? code }
}

/** What the game told last, as long as it is heard. */
function liveOf({
  map,
  players,
  bots,
  players_max: max,
  silent_at: silent,
  unreached_at: unreached,
}: InstanceRow): PracticeServer['live'] {
  if (map === null || players === null || silent !== null || unreached !== null) return null
  return { map, players, bots: bots ?? 0, max: max ?? 0 }
}
