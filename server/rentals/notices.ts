import type { LeaseNotice } from '@clutch/contract/rules/leases.ts'
import { leaseNotice } from '@clutch/contract/rules/leases.ts'
import { mailPlayer } from '../accounts/index.ts'
import type { House } from '../house.ts'
import { canMail } from '../mail/index.ts'
import type { Mail } from '../mail/index.ts'
import { raiseAlert } from '../payments/index.ts'
import { readDuration } from './facts.ts'
import { announceLease } from './lease-store.ts'
import type { LeaseRow } from './lease-store.ts'
import * as store from './notices-store.ts'

const dayMs = 24 * 3_600_000
/** A mail about something that stays true is worth sending so long. */
const holdsMs = 7 * dayMs

/**
 * G21: tells owners three days and one day before a term of a week or more ends, by mail where an address is known; each end
 * once, however many processes do so. Of shorter terms only the page tells.
 */
export async function tellLeaseEndings(house: House): Promise<void> {
  if (!canMail(house)) return
  const now = house.clock.now()
  const ending = await store.selectEnding(house.database, now, new Date(now.getTime() + 3 * dayMs))
  for (const lease of ending) {
    const notice = leaseNotice(lease.expires_at.getTime(), readDuration(lease), now.getTime())
    if (notice === '3d' || notice === '1d') await tellEnding(house, lease, notice)
  }
}

function tellEnding(house: House, lease: LeaseRow, kind: Exclude<LeaseNotice, '1h'>): Promise<void> {
  const { id, number, name, expires_at: ends } = lease
  return house.database.transaction().execute(async (tx) => {
    const row = { lease_id: id, expires_at: ends, kind, told_at: house.clock.now() }
    if (!(await store.insertNotice(tx, row))) return
    const days = kind === '3d' ? 3 : 1
    await mailPlayer(house, tx, lease.owner, {
      content: { kind: 'rental-ending', number, name, days, ends: ends.getTime() },
      until: ends,
    })
  })
}

/** G25: tells owners that a new server runs for the first time, once. A server that moves or restarts is not told of again. */
export async function tellReady(house: House): Promise<void> {
  if (!canMail(house)) return
  for (const lease of await store.selectReady(house.database, house.clock.now()))
    await house.database.transaction().execute(async (tx) => {
      const { id, number, name, owner, ready_at: ready, expires_at: ends } = lease
      if (ready === null) return
      const row = { lease_id: id, expires_at: ready, kind: 'ready', told_at: house.clock.now() }
      if (!(await store.insertNotice(tx, row))) return
      await mailPlayer(house, tx, owner, {
        content: { kind: 'rental-ready', number, name, ends: ends.getTime() },
        until: ends,
      })
    })
}

/** Whether the reminder in a mail still holds: not after a renewal, nor once the next reminder is due. Other mails do. */
export async function rentalReminderHolds(
  { database, clock }: Pick<House, 'database' | 'clock'>,
  { content }: Mail,
): Promise<boolean> {
  if (content.kind !== 'rental-ending') return true
  const lease = await store.selectByNumber(database, content.number)
  if (!lease || lease.revoked_at !== null || lease.failed_at !== null) return false
  const notice = leaseNotice(content.ends, readDuration(lease), clock.now().getTime())
  return lease.expires_at.getTime() === content.ends && notice === (content.days === 3 ? '3d' : '1d')
}

/** G25: tells of servers that could not be made: the operator by an alert, the owner by mail and on the page; once each. */
export async function tellFailures(house: House): Promise<void> {
  for (const lease of await store.selectFailed(house.database)) await tellFailure(house, lease)
}

function tellFailure(house: House, lease: LeaseRow): Promise<void> {
  const { id, number, name, owner, region, problem, failed_at: failed } = lease
  return house.database.transaction().execute(async (tx) => {
    const now = house.clock.now()
    if (failed === null) return
    const row = { lease_id: id, expires_at: failed, kind: 'failed', told_at: now }
    if (!(await store.insertNotice(tx, row))) return
    await raiseAlert(house, tx, { kind: 'lease-failed', subject: number, detail: { owner, region, problem } })
    await mailPlayer(house, tx, owner, {
      content: { kind: 'rental-failed', number, name },
      until: new Date(now.getTime() + holdsMs),
    })
    await announceLease(tx, id)
  })
}
