import type { PaymentAlertKind } from '@clutch/contract/rules/payments/payment-alerts.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { raiseAlert } from '../operator/alerts.service.ts'
import { type AttemptRow, selectNotifiedAttempt, wakeAttempt } from '../attempts/attempts.store.ts'
import { wakeJanitor } from '../worker/due-work.store.ts'
import { insertEvent, selectEvent } from './provider-events.store.ts'
import { type Notified, NotifyUnverified, type Provider, type RawNotify } from '../providers/provider.ts'
import { hasRefund, wakeRefunds } from '../refunds/refunds.store.ts'
import { type Till, providerOf } from '../payments-context.ts'

type Verdict = 'accepted' | 'foreign' | 'unknown' | 'other-money'

const alertOf: Record<Exclude<Verdict, 'accepted'>, PaymentAlertKind> = {
  foreign: 'notify-foreign',
  unknown: 'notify-unknown',
  'other-money': 'notify-other-money',
}

/**
 * H5: what a provider tells. It is verified, stored once, and has the provider asked: nothing is paid by the word of a
 * notify. Answers what the provider wants to hear once that is committed. Throws `payment.unverified` and
 * `payment.not_configured`; a database that is down throws too, so that the provider tells it again.
 */
export async function hearNotify(
  till: Till,
  method: PaymentMethod,
  raw: RawNotify,
): Promise<Provider['accepted']> {
  const provider = providerOf(till, method)
  const told = await verified(till, provider, raw)
  await till.at('notify-verified')
  await till.context.database.transaction().execute((tx) => store(till, tx, method, told))
  await till.at('committed')
  return provider.accepted
}

async function verified({ context, seldom }: Till, provider: Provider, raw: RawNotify): Promise<Notified> {
  try {
    return await provider.readNotify(raw)
  } catch (error) {
    const { method } = provider
    if (!(error instanceof NotifyUnverified)) {
      const times = seldom.take(`unknown ${method}`, context.clock.now())
      if (times !== null)
        context.log.warn({ err: error, provider: method, times }, 'a notify cannot be verified now')
      throw new PortalError('payment.unavailable', 'This cannot be verified now', { cause: error })
    }
    // Anybody can send these: neither the log nor the database is theirs to fill.
    const times = seldom.take(`forged ${method}`, context.clock.now())
    if (times !== null) {
      const why = error.message.slice(0, 200)
      context.log.warn({ provider: method, why, times }, 'a notify that cannot be verified was refused')
      const alert = { kind: 'notify-unverified', subject: method, detail: { why }, times } as const
      await raiseAlert(context, context.database, alert)
    }
    throw new PortalError('payment.unverified', 'The signature does not hold')
  }
}

/** A genuine notify is kept even where it does not fit: told again it would fit no better. */
async function store(till: Till, tx: Queries, method: PaymentMethod, told: Notified): Promise<void> {
  const { context } = till
  const now = context.clock.now()
  const attempt = await selectNotifiedAttempt(tx, method, told)
  const verdict = judge(told, attempt)
  const row = {
    provider: method,
    event: told.event,
    kind: told.kind,
    attempt_id: told.ours ? (attempt?.id ?? null) : null,
    no: told.no ?? told.providerOrder ?? '',
    amount: told.money?.amount ?? null,
    currency: told.money?.currency ?? null,
    verdict,
    at: now,
  }
  if (!(await insertEvent(tx, row))) return compare(till, tx, row)
  await till.at('event-stored')
  if (verdict !== 'accepted') {
    const subject = attempt && told.ours ? attempt.no : method
    const detail = { event: told.event, no: row.no, money: told.money }
    return raiseAlert(context, tx, { kind: alertOf[verdict], subject, detail })
  }
  if (!attempt || (await goneBack(till, tx, attempt, told))) return
  await wakeAttempt(tx, attempt.id, now)
  await wakeRefunds(tx, attempt.id, now)
  await wakeJanitor(tx)
}

/** Money that went back without us changes nothing but that somebody should look at it. Whether that is what was told. */
async function goneBack(
  { context }: Till,
  tx: Queries,
  attempt: AttemptRow,
  told: Notified,
): Promise<boolean> {
  const { about = 'payment', event, kind: what } = told
  const isOurs = about === 'payment' || (about === 'refund' && (await hasRefund(tx, attempt.id)))
  if (isOurs) return false
  const kind = about === 'reversal' ? 'reversed' : 'refunded-elsewhere'
  const detail = { event, what, order: attempt.order_id, reference: attempt.reference }
  await raiseAlert(context, tx, { kind, subject: attempt.no, detail })
  return true
}

function judge({ ours, money }: Notified, attempt: AttemptRow | undefined): Verdict {
  if (!ours) return 'foreign'
  if (!attempt) return 'unknown'
  const fits = money === null || (money.amount === attempt.amount && money.currency === attempt.currency)
  return fits ? 'accepted' : 'other-money'
}

interface Told {
  provider: PaymentMethod
  event: string
  no: string
  amount: number | null
  currency: string | null
}

/** A repeat changes nothing. The same event with other contents is none: somebody should look at it. */
async function compare({ context }: Till, tx: Queries, told: Told): Promise<void> {
  const { provider, event, no, amount, currency } = told
  const first = await selectEvent(tx, provider, event)
  if (first.no === no && first.amount === amount && first.currency === currency) return
  const detail = {
    event,
    first: { no: first.no, amount: first.amount, currency: first.currency },
    later: { no, amount, currency },
  }
  await raiseAlert(context, tx, { kind: 'event-changed', subject: provider, detail })
}
