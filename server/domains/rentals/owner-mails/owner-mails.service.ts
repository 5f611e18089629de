import {
  type ExpiryReminder,
  getDueReminder,
} from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import { ownerNoteMs, outageMailMs, outageReasons } from '@clutch/contract/rules/rentals/lifecycle/outages.ts'
import { mailPlayer } from '../../accounts/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Mail } from '../../mail/index.ts'
import { notify, pushToPlayers } from '../../notifications/index.ts'
import { raiseAlert } from '../../payments/index.ts'
import { readDuration } from '../rental-status.ts'
import { type RentalRow, notifyRentalChanged } from '../rentals.store.ts'
import * as store from './owner-mails.store.ts'

const dayMs = 24 * 3_600_000
/** A mail about a lasting fact is worth sending for this long. */
const mailValidMs = 7 * dayMs

/**
 * G21: mails owners three days and one day before a term of a week or more ends, if an address is known, and tells the channels and
 * their browsers; once for each end, with any number of processes. Of a shorter term only browsers learn, an hour before its end.
 */
export async function mailEndingRentals(context: AppContext): Promise<void> {
  const now = context.clock.now()
  const ending = await store.selectEndingRentals(context.database, now, new Date(now.getTime() + 3 * dayMs))
  for (const rental of ending) {
    const notice = getDueReminder(rental.expires_at.getTime(), readDuration(rental), now.getTime())
    if (notice !== null) await mailExpiryReminder(context, rental, notice)
  }
}

function mailExpiryReminder(context: AppContext, rental: RentalRow, kind: ExpiryReminder): Promise<void> {
  const { id, number, name, owner, expires_at: ends } = rental
  return context.database.transaction().execute(async (tx) => {
    const row = { rental_id: id, event_at: ends, kind, sent_at: context.clock.now() }
    if (!(await store.insertSentMail(tx, row))) return
    const values = { name, ends: ends.getTime() }
    await pushToPlayers(context, tx, {
      kind: 'rental-ending',
      steamIds: [owner],
      subject: number,
      values,
      until: ends,
    })
    if (kind === '1h') return
    const days = kind === '3d' ? 3 : 1
    await mailPlayer(context, tx, owner, {
      content: { kind: 'rental-ending', number, name, days, ends: ends.getTime() },
      until: ends,
    })
    await notify(context, tx, {
      kind: 'rental.ending',
      subject: number,
      steamId: owner,
      fields: { rental: number, name, days, ends: ends.getTime() },
    })
  })
}

/**
 * G25: mails owners once when a new server runs for the first time, and tells the channels. A server that moves or restarts sends no
 * further mail.
 */
export async function mailReadyRentals(context: AppContext): Promise<void> {
  for (const rental of await store.selectUnreportedReady(context.database, context.clock.now()))
    await context.database.transaction().execute(async (tx) => {
      const { id, number, name, owner, region, ready_at: ready, expires_at: ends } = rental
      if (ready === null) return
      const row = { rental_id: id, event_at: ready, kind: 'ready' as const, sent_at: context.clock.now() }
      if (!(await store.insertSentMail(tx, row))) return
      await mailPlayer(context, tx, owner, {
        content: { kind: 'rental-ready', number, name, ends: ends.getTime() },
        until: ends,
      })
      const fields = { rental: number, name, region, ends: ends.getTime() }
      await notify(context, tx, { kind: 'rental.ready', subject: number, steamId: owner, fields })
      const values = { name, ends: ends.getTime() }
      await pushToPlayers(context, tx, {
        kind: 'rental-ready',
        steamIds: [owner],
        subject: number,
        values,
        until: ends,
      })
    })
}

/**
 * Whether a mail still holds: a reminder not after a renewal, nor once the next reminder is due; news of an outage while that lasts,
 * of an address while it is that, of a failed verification until the next one succeeds, of a restart while it comes at that time. Other
 * mails do.
 */
export async function isRentalMailCurrent(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { content }: Mail,
): Promise<boolean> {
  if (!isExpiringRentalMail(content)) return true
  if (content.kind === 'rental-update') {
    const [update] = await store.selectDueUpdates(database, clock.now(), { number: content.number })
    return update?.deadline.getTime() === content.restarts
  }
  const rental = await store.selectRentalForMail(database, content.number)
  if (content.kind === 'rental-outage') return rental?.outage_at?.getTime() === content.since
  if (content.kind === 'rental-address') return rental?.address === content.address
  if (content.kind === 'rental-verify-failed') return rental !== undefined && rental.verify_failed_at !== null
  if (!rental || rental.revoked_at !== null || rental.failed_at !== null) return false
  const notice = getDueReminder(content.ends, readDuration(rental), clock.now().getTime())
  return rental.expires_at.getTime() === content.ends && notice === (content.days === 3 ? '3d' : '1d')
}

/** The mails whose fact may have ended before they are sent. */
const checkedMailKinds = [
  'rental-ending',
  'rental-outage',
  'rental-address',
  'rental-verify-failed',
  'rental-update',
] as const

type ExpiringRentalMail = Extract<Mail['content'], { kind: (typeof checkedMailKinds)[number] }>

function isExpiringRentalMail(content: Mail['content']): content is ExpiringRentalMail {
  return checkedMailKinds.some((kind) => kind === content.kind)
}

/** Mails owners that their server has not run for five minutes; once for each outage. */
export async function mailOutages(context: AppContext): Promise<void> {
  const now = context.clock.now()
  const since = new Date(now.getTime() - outageMailMs)
  for (const rental of await store.selectUnreportedOutages(context.database, since)) {
    const { id, number, name, owner, outage_at: at } = rental
    const reason = outageReasons.find((known) => known === rental.outage_reason)
    if (at === null || !reason) continue
    await context.database.transaction().execute(async (tx) => {
      if (!(await store.insertSentMail(tx, { rental_id: id, event_at: at, kind: 'outage', sent_at: now })))
        return
      await mailPlayer(context, tx, owner, {
        content: { kind: 'rental-outage', number, name, reason, since: at.getTime() },
        until: new Date(now.getTime() + dayMs),
      })
    })
  }
}

/**
 * Mails owners that their server has another address, unless they moved it themselves; once for each change.
 */
export async function mailAddressChanges(context: AppContext): Promise<void> {
  const now = context.clock.now()
  const since = new Date(now.getTime() - ownerNoteMs)
  for (const rental of await store.selectUnreportedAddresses(context.database, since)) {
    const { id, number, name, owner, address, address_changed_at: at } = rental
    if (at === null) continue
    await context.database.transaction().execute(async (tx) => {
      if (!(await store.insertSentMail(tx, { rental_id: id, event_at: at, kind: 'address', sent_at: now })))
        return
      if (await store.isOwnerSwitch(tx, id, at)) return
      await mailPlayer(context, tx, owner, {
        content: { kind: 'rental-address', number, name, address },
        until: new Date(at.getTime() + ownerNoteMs),
      })
    })
  }
}

/** G24: mails owners that the files of their server could not be verified; once for each verification. */
export async function mailFailedVerifications(context: AppContext): Promise<void> {
  const now = context.clock.now()
  const since = new Date(now.getTime() - ownerNoteMs)
  for (const rental of await store.selectUnreportedVerifications(context.database, since)) {
    const { id, number, name, owner, verify_failed_at: at } = rental
    if (at === null) continue
    await context.database.transaction().execute(async (tx) => {
      const row = { rental_id: id, event_at: at, kind: 'verify-failed' as const, sent_at: now }
      if (!(await store.insertSentMail(tx, row))) return
      await mailPlayer(context, tx, owner, {
        content: { kind: 'rental-verify-failed', number, name },
        until: new Date(at.getTime() + ownerNoteMs),
      })
    })
  }
}

/** Mails owners that their server restarts at the operator's deadline for a game update; once for each update of its host. */
export async function mailGameUpdates(context: AppContext): Promise<void> {
  const now = context.clock.now()
  for (const update of await store.selectDueUpdates(context.database, now)) {
    const { rental_id, number, name, owner, version, installed_at: at, deadline } = update
    await context.database.transaction().execute(async (tx) => {
      if (!(await store.insertSentMail(tx, { rental_id, event_at: at, kind: 'update', sent_at: now }))) return
      await mailPlayer(context, tx, owner, {
        content: { kind: 'rental-update', number, name, version, restarts: deadline.getTime() },
        until: deadline,
      })
    })
  }
}

/**
 * G25: reports servers that could not be created: to the operator by an alert, to the owner by mail and on
 * the page; once each.
 */
export async function reportFailures(context: AppContext): Promise<void> {
  for (const rental of await store.selectUnreportedFailures(context.database))
    await reportFailure(context, rental)
}

function reportFailure(context: AppContext, rental: RentalRow): Promise<void> {
  const { id, number, name, owner, region, problem, failed_at: failed } = rental
  return context.database.transaction().execute(async (tx) => {
    const now = context.clock.now()
    if (failed === null) return
    const row = { rental_id: id, event_at: failed, kind: 'failed' as const, sent_at: now }
    if (!(await store.insertSentMail(tx, row))) return
    await raiseAlert(context, tx, {
      kind: 'rental-failed',
      subject: number,
      detail: { owner, region, problem },
    })
    await mailPlayer(context, tx, owner, {
      content: { kind: 'rental-failed', number, name },
      until: new Date(now.getTime() + mailValidMs),
    })
    const fields = { rental: number, name, region, problem }
    await notify(context, tx, { kind: 'rental.failed', subject: number, steamId: owner, fields })
    const until = new Date(now.getTime() + dayMs)
    await pushToPlayers(context, tx, {
      kind: 'rental-failed',
      steamIds: [owner],
      subject: number,
      values: { name },
      until,
    })
    await notifyRentalChanged(tx, id)
  })
}
