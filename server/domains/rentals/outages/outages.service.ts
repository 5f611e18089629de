import { outageRecoveryMs, getOutageCredit } from '@clutch/contract/rules/rentals/lifecycle/outages.ts'
import { mailPlayer, writeAuditEntry } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { getReactivationChange, setExpiry } from '../rental-expiry.service.ts'
import {
  type RentalRow,
  insertHistoryLine,
  lockRental,
  selectDueOutages,
  updateRentalAndNotify,
} from '../rentals.store.ts'
import { selectRegion } from '../regions/regions.store.ts'
import { earlierOf } from '../../../platform/clock/earlier-of.ts'

/** A rental with an outage gets its time back before it ends, not after: its server is not stopped in between. */
const expiresSoonMs = 2 * 60_000
const mailValidMs = 24 * 3_600_000

const noOutage = { outage_at: null, outage_reason: null, outage_up_at: null, outage_credited_ms: 0 }

/**
 * Ends outages that are over, and credits their time (`outageCredit`), once each with any number of
 * processes.
 */
export async function settleDueOutages(context: AppContext): Promise<void> {
  const { database, clock } = context
  const now = clock.now().getTime()
  const due = { calm: new Date(now - outageRecoveryMs), soon: new Date(now + expiresSoonMs) }
  for (const { id } of await selectDueOutages(database, due))
    await database.transaction().execute(async (tx) => {
      const rental = await lockRental(tx, id)
      if (rental) await settleOutage(context, tx, rental)
    })
}

async function settleOutage(context: AppContext, tx: Queries, rental: RentalRow): Promise<void> {
  const { outage_at: since, outage_up_at: up, expires_at: expires } = rental
  if (since === null) return
  const now = context.clock.now()
  if (rental.revoked_at !== null || rental.failed_at !== null || rental.ended_at !== null)
    return updateRentalAndNotify(tx, rental.id, noOutage, now)
  const maintained = rental.maintenance_since ?? (await selectRegion(tx, rental.region))?.maintenance_since
  // G20: from the beginning of a maintenance on its own rule counts.
  if (maintained)
    return endOutage(context, tx, rental, { since, until: earlierOf(up ?? maintained, maintained) })
  if (up !== null && up.getTime() + outageRecoveryMs <= now.getTime())
    return endOutage(context, tx, rental, { since, until: up })
  if (expires <= now) return endOutage(context, tx, rental, { since, until: up ?? expires })
  if (expires.getTime() <= now.getTime() + expiresSoonMs)
    await creditOutage(context, tx, rental, { since, until: up ?? now }, {})
}

interface OutagePeriod {
  since: Date
  until: Date
}

async function endOutage(
  context: AppContext,
  tx: Queries,
  rental: RentalRow,
  span: OutagePeriod,
): Promise<void> {
  const now = context.clock.now()
  const detail = {
    ms: Math.max(0, span.until.getTime() - span.since.getTime()),
    reason: rental.outage_reason,
  }
  await insertHistoryLine(tx, { rentalId: rental.id, at: now, generation: null, what: 'outage over', detail })
  if (!(await creditOutage(context, tx, rental, span, noOutage)))
    await updateRentalAndNotify(tx, rental.id, noOutage, now)
}

/** Moves the end of a rental, which is held, by what its outage took and has not given back yet; false where that is nothing. */
async function creditOutage(
  context: AppContext,
  tx: Queries,
  rental: RentalRow,
  { since, until }: OutagePeriod,
  change: Partial<typeof noOutage>,
): Promise<boolean> {
  const given = Number(rental.outage_credited_ms)
  const ms = getOutageCredit(since.getTime(), until.getTime(), given)
  if (ms === 0) return false
  const now = context.clock.now()
  const { id, number, name, owner, expires_at: before, credited_until: credited } = rental
  const ends = new Date(Math.max(now.getTime(), before.getTime()) + ms)
  const detail = { since, ms, until: ends }
  await insertHistoryLine(tx, { rentalId: id, at: now, generation: null, what: 'outage-credit', detail })
  await writeAuditEntry(context, tx, {
    actor: 'portal',
    action: 'OUTAGE-CREDIT',
    subject: number,
    detail: { owner, since: since.toISOString(), until: until.toISOString() },
    before: { expires: before.getTime() },
    after: { expires: ends.getTime() },
    device: { address: '', userAgent: '' },
  })
  await setExpiry(tx, context, rental, ends, {
    ...(rental.state === 'terminated' && getReactivationChange(now)),
    credited_until: credited !== null && credited > until ? credited : until,
    outage_credited_ms: given + ms,
    ...change,
  })
  await mailPlayer(context, tx, owner, {
    content: {
      kind: 'rental-credited',
      number,
      name,
      minutes: Math.floor(ms / 60_000),
      ends: ends.getTime(),
    },
    until: new Date(now.getTime() + mailValidMs),
  })
  return true
}
