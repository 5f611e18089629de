import { PortalError } from '@clutch/contract/errors.ts'
import { getMaintenanceCredit } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import { getReactivationChange, setExpiry } from '../rental-expiry.service.ts'
import {
  type RentalRow,
  insertHistoryLine,
  lockRental,
  notifyRentalsChanged,
  selectRentalsInMaintenance,
  updateRentalAndNotify,
} from '../rentals.store.ts'
import { lockUnrevokedRental } from '../operator/operator-rentals.service.ts'
import * as regions from '../regions/regions.store.ts'

interface MaintenanceText {
  zh: string
  en: string
}

/** Rentals of a region that get their time back at once; each takes a connection. */
const creditedAtOnce = 4

const noMaintenance = { maintenance_since: null, maintenance_zh: '', maintenance_en: '' }

/**
 * G20: puts a region under maintenance, or changes the text about it: its start stays. Throws
 * `region.not_found` and `edit.conflict`.
 */
export async function startRegionMaintenance(
  context: AppContext,
  code: string,
  { text: { zh, en }, revision }: { text: MaintenanceText; revision?: number | undefined },
): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const region = await regions.lockRegion(tx, code)
    if (!region) throw new PortalError('region.not_found', 'There is no such region')
    assertRevision(region, revision)
    const since = region.maintenance_since ?? context.clock.now()
    const change = { maintenance_since: since, maintenance_zh: zh, maintenance_en: en }
    await regions.updateRegion(tx, code, change)
    await notifyRentalsChanged(tx)
  })
}

/**
 * G20: ends it, once; over 24 hours every rental that had not ended when it began gets its length back. Throws `edit.conflict`.
 *
 * Each rental gets it in a transaction of its own while the maintenance still holds, so that thousands are not locked together. What
 * interrupts this leaves the maintenance; the next try gives back only what `credited_until` says is missing.
 */
export async function endRegionMaintenance(
  context: AppContext,
  code: string,
  revision?: number,
): Promise<void> {
  const { database, clock } = context
  const before = await regions.selectRegion(database, code)
  const since = before?.maintenance_since
  if (!since) return
  assertRevision(before, revision)
  if (getMaintenanceCredit(since.getTime(), clock.now().getTime()) > 0) {
    const ids = await selectRentalsInMaintenance(database, code, since)
    for (let at = 0; at < ids.length; at += creditedAtOnce)
      await Promise.all(ids.slice(at, at + creditedAtOnce).map((id) => creditRental(context, id, since)))
  }
  await database.transaction().execute(async (tx) => {
    const region = await regions.lockRegion(tx, code)
    if (region?.maintenance_since?.getTime() !== since.getTime()) return
    assertRevision(region, revision)
    await regions.updateRegion(tx, code, noMaintenance)
    await notifyRentalsChanged(tx)
  })
}

async function creditRental(context: AppContext, id: string, since: Date): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const rental = await lockRental(tx, id)
    if (rental?.revoked_at === null) await creditMaintenance(context, tx, rental, since)
  })
}

/** G20: the same of one rental; throws `rental.not_found` and `rental.over`. */
export async function startRentalMaintenance(
  context: AppContext,
  number: string,
  { zh, en }: MaintenanceText,
): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const rental = await lockUnrevokedRental(tx, number)
    const now = context.clock.now()
    if (rental.expires_at <= now) throw new PortalError('rental.over', 'This server has expired')
    const since = rental.maintenance_since ?? now
    const change = { maintenance_since: since, maintenance_zh: zh, maintenance_en: en }
    await insertHistoryLine(tx, {
      rentalId: rental.id,
      at: now,
      generation: null,
      what: 'maintenance',
      detail: { zh, en },
    })
    await updateRentalAndNotify(tx, rental.id, change, now)
  })
}

/** Ends it, once; throws `rental.not_found`. */
export async function endRentalMaintenance(context: AppContext, number: string): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const rental = await lockUnrevokedRental(tx, number)
    if (rental.maintenance_since === null) return
    const now = context.clock.now()
    await insertHistoryLine(tx, { rentalId: rental.id, at: now, generation: null, what: 'maintenance over' })
    await updateRentalAndNotify(tx, rental.id, noMaintenance, now)
    await creditMaintenance(context, tx, rental, rental.maintenance_since)
  })
}

/**
 * What a maintenance took from a rental, which is held; nothing from one that the operator ended. Two that lay over each other are given back once, and nothing is for the
 * time before it first ran: its term had not begun (G25).
 */
async function creditMaintenance(
  context: AppContext,
  tx: Queries,
  rental: RentalRow,
  since: Date,
): Promise<void> {
  const now = context.clock.now()
  if (rental.ready_at === null || rental.ended_at !== null) return
  if (getMaintenanceCredit(since.getTime(), now.getTime()) === 0) return
  const { ready_at: ready, credited_until: credited } = rental
  const from = Math.max(since.getTime(), ready.getTime(), credited?.getTime() ?? 0)
  if (from >= now.getTime()) return
  const until = new Date(rental.expires_at.getTime() + now.getTime() - from)
  const back = rental.state === 'terminated' && until > now ? getReactivationChange(now) : {}
  const detail = { since, until }
  await insertHistoryLine(tx, {
    rentalId: rental.id,
    at: now,
    generation: null,
    what: 'maintenance-credit',
    detail,
  })
  await setExpiry(tx, context, rental, until, { ...back, credited_until: now })
}
