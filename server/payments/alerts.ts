import { randomUUIDv7 } from 'node:crypto'
import type { MoneyAlert } from '@clutch/contract/api/operator-payments.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import * as store from './alerts-store.ts'

/** What about money somebody should look at, and what its subject names. */
export type AlertKind =
  /** A notify whose signature does not hold; the provider. */
  | 'notify-unverified'
  /** A genuine notify for another merchant; the provider. */
  | 'notify-foreign'
  /** A genuine notify about a number that was never given out; the provider. */
  | 'notify-unknown'
  /** A genuine notify about another amount or currency than was asked for; the attempt. */
  | 'notify-other-money'
  /** The same event told again with other contents; the provider. */
  | 'event-changed'
  /** A provider holds other money than was asked for; the attempt. */
  | 'wrong-money'
  /** A payment that was counted for another attempt already; the attempt. */
  | 'payment-twice'
  /** An order was paid a second time, which is paid back; the attempt. */
  | 'second-payment'
  /** A provider does not answer; the provider. */
  | 'provider-silent'
  /** A paid order could not be delivered yet; the order. */
  | 'not-fulfilled'
  /** A paid order can never be delivered and is paid back; the order. */
  | 'cannot-fulfil'
  /** A provider would not pay back, now or for good; the refund. */
  | 'refund-refused'
  | 'refund-failed'
  /** A provider has worked on a refund for more than a day; the refund. */
  | 'refund-pending'
  /** Money went back to the buyer that we have not paid back; the attempt. */
  | 'refunded-elsewhere'
  /** A provider took money back from us, as in a dispute; the attempt. */
  | 'reversed'
  /** What was paid back could not be taken back; the refund. */
  | 'not-revoked'
  /** A provider's bill says something else than we do; provider and day. */
  | 'bill-differs'
  /** There is no bill of a day on which something was paid; provider and day. */
  | 'bill-missing'

export interface Alert {
  kind: AlertKind
  subject: string
  /** What helps to judge it; never a secret, nor a stranger's words at length. */
  detail?: Readonly<Record<string, unknown>>
  /** How often it was seen since it was told last; once, where it is not said. */
  times?: number
}

/** Tells the operator of something, in the caller's transaction; seen again it is counted. */
export async function raiseAlert(
  { clock }: Pick<House, 'clock'>,
  tx: Queries,
  { kind, subject, detail = {}, times = 1 }: Alert,
): Promise<void> {
  const now = clock.now()
  await store.saveAlert(tx, {
    id: randomUUIDv7(),
    kind,
    subject,
    detail: JSON.stringify(detail),
    count: times,
    first_at: now,
    last_at: now,
  })
}

/** What nobody has dismissed yet, the latest first. */
export async function listAlerts({ database }: Pick<House, 'database'>): Promise<MoneyAlert[]> {
  const rows = await store.selectAlerts(database)
  return rows.map(({ id, kind, subject, detail, count, first_at, last_at }) => ({
    id,
    kind,
    subject,
    detail: detail as Record<string, unknown>,
    count,
    first: first_at.getTime(),
    last: last_at.getTime(),
  }))
}

/** Throws `alert.not_found`. Seen again an alert comes back. */
export async function dismissAlert(
  { database, clock }: Pick<House, 'database' | 'clock'>,
  id: string,
): Promise<void> {
  if (await store.dismissAlert(database, id, clock.now())) return
  throw new PortalError('alert.not_found', 'There is no such alert')
}
