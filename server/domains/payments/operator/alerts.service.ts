import { randomUUIDv7 } from 'node:crypto'
import type { PaymentAlert } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type PaymentAlertKind, paymentAlertKinds } from '@clutch/contract/rules/payments/payment-alerts.ts'
import type { NotificationEvent } from '@clutch/contract/rules/notifications/event-kinds.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { notify } from '../../notifications/index.ts'
import * as store from './alerts.store.ts'

export interface Alert {
  kind: PaymentAlertKind
  subject: string
  /** What helps to judge it; never a secret, nor a stranger's words at length. */
  detail?: Readonly<Record<string, unknown>>
  /** How often it was seen since the last alert; 1 by default. */
  times?: number
}

/** Raises an alert, in the caller's transaction, and tells the channels; a repeat is only counted. Returns whether it is new. */
export async function raiseAlert(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queries,
  { kind, subject, detail = {}, times = 1 }: Alert,
): Promise<boolean> {
  const now = clock.now()
  const isNew = !(await store.isAlertActive(tx, { kind, subject }))
  await store.saveAlert(tx, {
    id: randomUUIDv7(),
    kind,
    subject,
    detail: JSON.stringify(detail),
    count: times,
    first_at: now,
    last_at: now,
  })
  const event = isNew ? toEvent({ kind, subject, detail }) : null
  if (event) await notify({ clock }, tx, event)
  return isNew
}

const refundAlerts: readonly PaymentAlertKind[] = [
  'refund-refused',
  'refund-failed',
  'refund-pending',
  'not-revoked',
]

/** What the channels hear of a new alert; nothing of a rental that failed, which has an event of its own. */
function toEvent({ kind, subject, detail = {} }: Alert): NotificationEvent | null {
  const problem =
    ['problem', 'code'].map((name) => detail[name]).find((text) => typeof text === 'string') ?? ''
  if (kind === 'rental-failed') return null
  if (kind === 'not-fulfilled' || kind === 'cannot-fulfil')
    return { kind: 'order.unfulfilled', subject, fields: { order: subject, problem } }
  if (refundAlerts.includes(kind))
    return { kind: 'refund.stuck', subject, fields: { about: subject, problem } }
  return { kind: 'payment.alert', subject: `${kind} ${subject}`, fields: { alert: kind, about: subject } }
}

/** Removes an alert whose cause is gone, in the caller's transaction; if it recurs it is raised again. */
export async function settleAlert(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queries,
  { kind, subject }: Pick<Alert, 'kind' | 'subject'>,
): Promise<void> {
  await store.dismissAlertsOf(tx, { kind, subject }, clock.now())
}

/** Returns the alerts that were not dismissed, the latest first. */
export async function listAlerts({ database }: Pick<AppContext, 'database'>): Promise<PaymentAlert[]> {
  const rows = await store.selectAlerts(database)
  return rows.flatMap(({ id, kind: text, subject, detail, count, first_at, last_at }) => {
    const kind = paymentAlertKinds.find((known) => known === text)
    const [first, last] = [first_at.getTime(), last_at.getTime()]
    return kind ? [{ id, kind, subject, detail: detail as Record<string, unknown>, count, first, last }] : []
  })
}

/** Throws `alert.not_found`. Seen again an alert comes back. */
export async function dismissAlert(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  id: string,
): Promise<void> {
  if (await store.dismissAlert(database, id, clock.now())) return
  throw new PortalError('alert.not_found', 'There is no such alert')
}

/** For the audit log: returns an active alert; null where there is none. */
export async function alertForAudit({ database }: Pick<AppContext, 'database'>, id: string) {
  const row = await store.selectAlert(database, id)
  return row ? { kind: row.kind, subject: row.subject, count: row.count } : null
}
