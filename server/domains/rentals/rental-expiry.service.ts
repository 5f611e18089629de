import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { coverRental } from '../vip/index.ts'
import { type RentalChange, type RentalRow, updateRentalAndNotify } from './rentals.store.ts'
import { selectRegion } from './regions/regions.store.ts'
import { reserveCapacity, toPlace } from './regions/region-capacity.service.ts'

type Dependencies = Pick<AppContext, 'clock'>

/** Gives a rental, which is held, another end, and its owner VIP until then (F7). The reconciler does what follows from it. */
export async function setExpiry(
  tx: Queries,
  context: Dependencies,
  rental: RentalRow,
  expires: Date,
  change: RentalChange = {},
): Promise<void> {
  const now = context.clock.now()
  const resumed = rental.expires_at <= now && expires > now ? await getResumeChange(tx, rental, now) : {}
  const end = { expires_at: expires, vip_until: expires }
  await updateRentalAndNotify(tx, rental.id, { ...resumed, ...change, ...end }, now)
  await coverRental(tx, context, { steamId: rental.owner, rentalId: rental.id, until: expires })
}

/**
 * G13, G20: what remains of a rental that was over and gets more time, counted from now: the unpaid time of a
 * running maintenance is not credited as well.
 */
async function getResumeChange(
  tx: Queries,
  { ready_at, credited_until, expires_at, maintenance_since, region }: RentalRow,
  now: Date,
): Promise<RentalChange> {
  const starts = [maintenance_since, (await selectRegion(tx, region))?.maintenance_since]
  const since = Math.min(...starts.map((time) => time?.getTime() ?? Infinity))
  if (since === Infinity || ready_at === null) return { ended_at: null }
  const from = Math.max(since, ready_at.getTime(), credited_until?.getTime() ?? 0)
  const unpaid = now.getTime() - Math.max(expires_at.getTime(), from)
  return { ended_at: null, credited_until: new Date(from + unpaid) }
}

/**
 * G13: returns the change that brings a locked rental back after it was stopped: its settings remain, and it
 * takes a place in its region again. Null if the region has none. Empty for a rental that still runs.
 */
export async function getReactivation(
  tx: Queries,
  context: Dependencies & Pick<AppContext, 'config'>,
  rental: RentalRow,
): Promise<RentalChange | null> {
  if (rental.state !== 'terminated') return {}
  if (!(await reserveCapacity(context, tx, toPlace(rental)))) return null
  return getReactivationChange(context.clock.now())
}

/** The same without asking for room: for time that is owed. */
export function getReactivationChange(now: Date): RentalChange {
  return { state: 'creating', state_at: now, problem: '', cleared_at: null, tries: 0, retry_at: null }
}
