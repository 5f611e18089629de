import type { PaymentAlertKind } from '@clutch/contract/rules/payments/payment-alerts.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { raiseAlert } from '../operator/alerts.service.ts'
import { type AttemptRow, selectNotifiedAttempt, scheduleAttemptNow } from '../attempts/attempts.store.ts'
import { type WebhookResult, recordWebhook } from '../metrics/provider-metrics.ts'
import { notifyPaymentsWorker } from '../worker/due-work.store.ts'
import { insertEvent, selectEvent } from './provider-events.store.ts'
import {
  type VerifiedWebhook,
  WebhookUnverified,
  type Provider,
  type RawWebhook,
} from '../providers/provider.ts'
import { hasRefund, wakeRefunds } from '../refunds/refunds.store.ts'
import { type PaymentsContext, providerOf } from '../payments-context.ts'

type Verdict = 'accepted' | 'foreign' | 'unknown' | 'other-money'

const alertOf: Record<Exclude<Verdict, 'accepted'>, PaymentAlertKind> = {
  foreign: 'notify-foreign',
  unknown: 'notify-unknown',
  'other-money': 'notify-other-money',
}

/**
 * H5: handles a provider's webhook: verifies it, stores it once, and schedules a query of the provider; a
 * webhook alone pays nothing. Returns the provider's expected answer once that is committed. Throws
 * `payment.unverified` and `payment.not_configured`, and when the database is down, so that the provider
 * repeats it.
 */
export async function handleWebhook(
  payments: PaymentsContext,
  method: PaymentMethod,
  raw: RawWebhook,
): Promise<Provider['accepted']> {
  const provider = providerOf(payments, method)
  const webhook = await verifyWebhook(payments, provider, raw)
  await payments.at('notify-verified')
  const result = await payments.context.database
    .transaction()
    .execute((tx) => store(payments, tx, method, webhook))
  recordWebhook(method, result)
  await payments.at('committed')
  return provider.accepted
}

async function verifyWebhook(
  { context, webhookLogThrottle }: PaymentsContext,
  provider: Provider,
  raw: RawWebhook,
): Promise<VerifiedWebhook> {
  try {
    return await provider.readNotify(raw)
  } catch (error) {
    const { method } = provider
    recordWebhook(method, error instanceof WebhookUnverified ? 'unverified' : 'unavailable')
    if (!(error instanceof WebhookUnverified)) {
      const times = webhookLogThrottle.count(`unknown ${method}`, context.clock.now())
      if (times !== null)
        context.log.warn({ err: error, provider: method, times }, 'webhook cannot be verified now')
      throw new PortalError('payment.unavailable', 'This cannot be verified now', { cause: error })
    }
    // Anyone can send these, so the log and the alerts are throttled.
    const times = webhookLogThrottle.count(`forged ${method}`, context.clock.now())
    if (times !== null) {
      const why = error.message.slice(0, 200)
      context.log.warn({ provider: method, why, times }, 'refused a webhook with an invalid signature')
      const alert = { kind: 'notify-unverified', subject: method, detail: { why }, times } as const
      await raiseAlert(context, context.database, alert)
    }
    throw new PortalError('payment.unverified', 'The signature is invalid')
  }
}

/** Stores a genuine webhook even if it does not match: a repeat would not match either. Returns how it is counted. */
async function store(
  payments: PaymentsContext,
  tx: Queries,
  method: PaymentMethod,
  webhook: VerifiedWebhook,
): Promise<WebhookResult> {
  const { context } = payments
  const now = context.clock.now()
  const attempt = await selectNotifiedAttempt(tx, method, webhook)
  const verdict = matchAttempt(webhook, attempt)
  const row = {
    provider: method,
    event: webhook.event,
    kind: webhook.kind,
    attempt_id: webhook.ours ? (attempt?.id ?? null) : null,
    no: webhook.no ?? webhook.providerOrder ?? '',
    amount: webhook.money?.amount ?? null,
    currency: webhook.money?.currency ?? null,
    verdict,
    at: now,
  }
  if (!(await insertEvent(tx, row))) {
    await compareRepeat(payments, tx, row)
    return 'repeated'
  }
  await payments.at('event-stored')
  if (verdict !== 'accepted') {
    const subject = attempt && webhook.ours ? attempt.no : method
    const detail = { event: webhook.event, no: row.no, money: webhook.money }
    await raiseAlert(context, tx, { kind: alertOf[verdict], subject, detail })
    return verdict
  }
  if (!attempt || (await reportExternalRefund(payments, tx, attempt, webhook))) return verdict
  await scheduleAttemptNow(tx, attempt.id, now)
  await wakeRefunds(tx, attempt.id, now)
  await notifyPaymentsWorker(tx)
  return verdict
}

/**
 * Handles money that was returned without the portal: it changes nothing and raises an alert. Returns whether
 * the webhook reports that.
 */
async function reportExternalRefund(
  { context }: PaymentsContext,
  tx: Queries,
  attempt: AttemptRow,
  webhook: VerifiedWebhook,
): Promise<boolean> {
  const { about = 'payment', event, kind: webhookKind } = webhook
  const isOurs = about === 'payment' || (about === 'refund' && (await hasRefund(tx, attempt.id)))
  if (isOurs) return false
  const kind = about === 'reversal' ? 'reversed' : 'refunded-elsewhere'
  const detail = { event, what: webhookKind, order: attempt.order_id, reference: attempt.reference }
  await raiseAlert(context, tx, { kind, subject: attempt.no, detail })
  return true
}

function matchAttempt({ ours, money }: VerifiedWebhook, attempt: AttemptRow | undefined): Verdict {
  if (!ours) return 'foreign'
  if (!attempt) return 'unknown'
  const fits = money === null || (money.amount === attempt.amount && money.currency === attempt.currency)
  return fits ? 'accepted' : 'other-money'
}

interface StoredWebhook {
  provider: PaymentMethod
  event: string
  no: string
  amount: number | null
  currency: string | null
}

/** A repeat changes nothing. The same event with other contents raises an alert. */
async function compareRepeat(
  { context }: PaymentsContext,
  tx: Queries,
  repeat: StoredWebhook,
): Promise<void> {
  const { provider, event, no, amount, currency } = repeat
  const first = await selectEvent(tx, provider, event)
  if (first.no === no && first.amount === amount && first.currency === currency) return
  const detail = {
    event,
    first: { no: first.no, amount: first.amount, currency: first.currency },
    later: { no, amount, currency },
  }
  await raiseAlert(context, tx, { kind: 'event-changed', subject: provider, detail })
}
