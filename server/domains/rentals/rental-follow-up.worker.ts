import type { AppContext } from '../../platform/context.ts'
import { type Worker, startWorker } from '../../platform/lifecycle/worker.ts'
import { setExpiry } from './rental-expiry.service.ts'
import { lockRental } from './rentals.store.ts'
import {
  mailAddressChanges,
  reportFailures,
  mailEndingRentals,
  mailGameUpdates,
  mailOutages,
  mailReadyRentals,
  mailFailedVerifications,
} from './owner-mails/owner-mails.service.ts'
import { selectRentalsWithOutdatedVip } from './owner-mails/owner-mails.store.ts'
import { settleDueOutages } from './outages/outages.service.ts'

/** How often reminders and follow-ups are due. */
const followUpIntervalMs = 30_000
const batchSize = 100

/** What else follows from rentals than servers: VIP until their end, and words to their owners. Until `stop`. */
export function startFollowUpWorker(context: AppContext, everyMs = followUpIntervalMs): Worker {
  return startWorker(context, {
    pass: async () => {
      await runFollowUpOnce(context)
      return everyMs
    },
    failureMessage: 'rental follow-up failed; retrying',
    retryMs: everyMs,
  })
}

/** Does everything of it that is due now. */
export async function runFollowUpOnce(context: AppContext): Promise<void> {
  await updateVipEnds(context)
  await mailReadyRentals(context)
  await reportFailures(context)
  await settleDueOutages(context)
  await mailEndingRentals(context)
  await mailOutages(context)
  await mailAddressChanges(context)
  await mailFailedVerifications(context)
  await mailGameUpdates(context)
}

/** F7: a rental whose end moved otherwise, as when its term began with its server (G25), takes its owner's VIP with it. */
async function updateVipEnds(context: AppContext): Promise<void> {
  const { database, clock } = context
  for (const { id } of await selectRentalsWithOutdatedVip(database, clock.now(), batchSize))
    await database.transaction().execute(async (tx) => {
      const rental = await lockRental(tx, id)
      if (!rental) return
      const { expires_at: expires, revoked_at: revoked } = rental
      await setExpiry(tx, context, rental, revoked !== null && revoked < expires ? revoked : expires)
    })
}
