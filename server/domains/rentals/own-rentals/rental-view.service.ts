import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { expiredRentalRetentionMs, regionSwitchesPerDay } from '@clutch/contract/limits.ts'
import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'
import {
  formatConnectCommand,
  getDueReminder,
} from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import { mapChangeStates } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import {
  type PendingChange,
  ownerNoteMs,
  outageReasons,
} from '@clutch/contract/rules/rentals/lifecycle/outages.ts'
import { isGameOutdated } from '@clutch/contract/rules/servers/game-version.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import {
  isExpired,
  isRefundable,
  getLockedUntil,
  getMaintenance,
  readAdmins,
  readDuration,
  readMode,
  getStatus,
} from '../rental-status.ts'
import type { InstanceRow, RentalRow } from '../rentals.store.ts'
import { type RegionRow, selectRegions } from '../regions/regions.store.ts'
import { type LiveReports, loadLiveReports, toLiveView } from '../live/live-view.service.ts'
import { type MapChangeRow, selectLatestMapChanges } from '../map-changes/map-changes.store.ts'
import { openPasswordOrEmpty } from '../rental-secrets.ts'
import {
  type GameVersionRow,
  type SwitchRow,
  countSwitchesOfDay,
  selectActiveSwitches,
  selectGameVersions,
  selectPresentInstances,
} from './rental-view.store.ts'

/** A rental with the rows that its view needs. */
export interface RentalWithRelations {
  rental: RentalRow
  regions: ReadonlyMap<string, RegionRow>
  /** The instances that are not removed, latest generation first. */
  instances: readonly InstanceRow[]
  running: SwitchRow | null
  gameVersion: GameVersionRow | null
  /** The latest one. */
  mapChange: MapChangeRow | null
  /** Who plays and how it stands, of all rentals that were loaded. */
  reports: LiveReports
  /** Switches of today that count. */
  switched: number
}

/** Returns rentals with the rows that their views need, in the given order. */
export async function loadRentalRelations(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  rentals: readonly RentalRow[],
  queries: Queries = database,
): Promise<RentalWithRelations[]> {
  const ids = rentals.map(({ id }) => id)
  const regions = new Map((await selectRegions(queries)).map((region) => [region.code, region]))
  const instances = Map.groupBy(await selectPresentInstances(queries, ids), ({ rental_id: id }) => id)
  const switches = new Map((await selectActiveSwitches(queries, ids)).map((one) => [one.rental_id, one]))
  const versions = new Map((await selectGameVersions(queries, ids)).map((one) => [one.rental_id, one]))
  const mapChanges = new Map((await selectLatestMapChanges(queries, ids)).map((one) => [one.rental_id, one]))
  const now = clock.now()
  const reports = await loadLiveReports(queries, ids, now)
  const switched = await countSwitchesOfDay(queries, ids, toCommunityDay(now.getTime()))
  return rentals.map((rental) => ({
    rental,
    regions,
    instances: instances.get(rental.id) ?? [],
    running: switches.get(rental.id) ?? null,
    gameVersion: versions.get(rental.id) ?? null,
    mapChange: mapChanges.get(rental.id) ?? null,
    reports,
    switched: switched.get(rental.id) ?? 0,
  }))
}

/** A rental as its owner or one of its admins sees it (document 2 §3). */
export function toRentalView(
  { keys, clock }: Pick<AppContext, 'keys' | 'clock'>,
  related: RentalWithRelations,
  isOwner: boolean,
): RentalView {
  const { rental, regions, instances, running, switched } = related
  const now = clock.now()
  const ends = rental.expires_at.getTime()
  const over = isExpired(rental, now)
  const maintenance = getMaintenance(rental, regions.get(rental.region))
  const instance = instances.find(
    ({ generation, state }) => generation === rental.generation && state !== 'stopping',
  )
  // G7: the address of an expired one may belong to another server by now.
  const parts = {
    public_ip: over ? '' : (instance?.public_host ?? ''),
    server_port: over ? null : (instance?.port ?? null),
    sv_password: openPasswordOrEmpty(keys, rental),
  }
  const outage = over ? null : getOutage(rental, instance)
  const status = getStatus(rental)
  return {
    instance_id: rental.number,
    instance_name: rental.name,
    region: rental.region,
    region_name: getRegionName(regions, rental.region),
    ...parts,
    connect_url: formatConnectCommand({ ...parts, connect_url: '' }),
    expiredate: toCommunityDay(ends),
    timestamp: Math.floor(ends / 1_000),
    isExpired: over,
    isOwner,
    admin_list: JSON.stringify(readAdmins(rental)),
    status: status === 'RUNNING' && outage !== null ? 'UNRESPONSIVE' : status,
    maintenance_status: maintenance ? 1 : 0,
    relocatable: rental.relocatable ? 1 : 0,
    relocated: 0,
    created: rental.created_at.getTime(),
    duration: readDuration(rental),
    maintenance,
    steps: getCreationProgress(rental, instances, running),
    switching: running && {
      region: running.to_region,
      region_name: getRegionName(regions, running.to_region),
      since: running.asked_at.getTime(),
    },
    locked_until: getLockedUntil(rental, now),
    live: over || !instance ? null : toLiveView(instance, related.reports),
    applying: { confirmed: rental.confirmed_rev, pending: over ? [] : getPendingChanges(rental) },
    outage,
    console_refused: over ? null : (instance?.refused_at?.getTime() ?? null),
    ...getOwnerNotes(related, over, now),
    mode: readMode(rental),
    notice: getDueReminder(ends, readDuration(rental), now.getTime()),
    kept_until: over && rental.cleared_at === null ? ends + expiredRentalRetentionMs : null,
    refund_offered: isOwner && isRefundable(rental),
    switches_left: isOwner && rental.relocatable ? Math.max(0, regionSwitchesPerDay - switched) : null,
  }
}

/** What the card says for a while; nothing of it once the rental is over. */
function getOwnerNotes(
  { rental, gameVersion, mapChange }: RentalWithRelations,
  over: boolean,
  now: Date,
): Pick<RentalView, 'address_changed' | 'verify_failed' | 'game_update' | 'map_change'> {
  if (over) return { address_changed: null, verify_failed: null, game_update: null, map_change: null }
  return {
    address_changed: getRecentTime(rental.address_changed_at, now),
    verify_failed: getRecentTime(rental.verify_failed_at, now),
    game_update: getGameUpdate(gameVersion),
    map_change: getMapChange(mapChange, now),
  }
}

function getRegionName(regions: RentalWithRelations['regions'], code: string): { zh: string; en: string } {
  const region = regions.get(code)
  return { zh: region?.name_zh ?? code, en: region?.name_en ?? code }
}

/** Changes of its owner that no running game has confirmed. */
function getPendingChanges(rental: RentalRow): PendingChange[] {
  const { confirmed_rev: confirmed, password_at, password_rev, admins_at, admins_rev } = rental
  const changes = [
    { kind: 'password', rev: password_rev, at: password_at },
    { kind: 'admins', rev: admins_rev, at: admins_at },
  ] as const
  return changes.flatMap(({ kind, rev, at }) =>
    at !== null && rev > confirmed ? [{ kind, since: at.getTime() }] : [],
  )
}

/** Why it does not run now. That its machine is silent is known before the reconciler concludes anything from it (R7). */
function getOutage(rental: RentalRow, instance: InstanceRow | undefined): RentalView['outage'] {
  const { outage_at: since, outage_reason: text, outage_up_at: up } = rental
  const reason = outageReasons.find((known) => known === text)
  if (since !== null && reason && up === null) return { reason, since: since.getTime() }
  const unreached = rental.state === 'running' ? instance?.unreached_at : null
  return unreached ? { reason: 'unreachable', since: unreached.getTime() } : null
}

function getRecentTime(time: Date | null, now: Date): number | null {
  return time !== null && time.getTime() + ownerNoteMs > now.getTime() ? time.getTime() : null
}

/** That it runs an older version of the game than is installed, or than players have. */
function getGameUpdate(row: GameVersionRow | null): RentalView['game_update'] {
  if (!row) return null
  const { version, required, is_ready: ready, deadline } = row
  if (!ready && !isGameOutdated(version, required)) return null
  return { ready, restart_at: ready ? (deadline?.getTime() ?? null) : null }
}

/** The change of map and mode that is under way, or that failed in the last day. */
function getMapChange(change: MapChangeRow | null, now: Date): RentalView['map_change'] {
  if (!change) return null
  const { map, title, state: stored, asked_at: asked, ended_at: ended } = change
  const state = mapChangeStates.find((known) => known === stored)
  if (!state) return null
  if (state === 'failed' && getRecentTime(ended, now) === null) return null
  return { map, title, mode: readMode(change), state, since: (ended ?? asked).getTime() }
}

/** How far the creation of the server is; null when nothing is being created. */
function getCreationProgress(
  rental: RentalRow,
  instances: readonly InstanceRow[],
  running: SwitchRow | null,
): RentalView['steps'] {
  if (running)
    return toCreationProgress(running.asked_at, findStartingInstance(instances, running.generation))
  if (rental.state !== 'creating') return null
  const queued = rental.ready_at === null ? rental.created_at : rental.state_at
  // An instance of an earlier generation is being stopped.
  return toCreationProgress(queued, findStartingInstance(instances, rental.generation))
}

function findStartingInstance(
  instances: readonly InstanceRow[],
  currentGeneration: number | null,
): InstanceRow | undefined {
  return instances.find(({ generation, state }) => generation === currentGeneration && state !== 'stopping')
}

function toCreationProgress(queued: Date, instance: InstanceRow | undefined): RentalView['steps'] {
  return {
    queued: queued.getTime(),
    placed: instance?.created_at.getTime() ?? null,
    starting: instance?.started_at?.getTime() ?? null,
    ready: instance?.ready_at?.getTime() ?? null,
  }
}
