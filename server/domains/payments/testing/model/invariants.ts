import type { AttemptRow } from '../../attempts/attempts.store.ts'
import type { OrderRow } from '../../orders/orders.store.ts'
import type { RefundRow } from '../../refunds/refunds.store.ts'
import type { PaymentRecords, ProviderPayment } from './payment-records.ts'
import { findTransitionViolations } from './transition-invariants.ts'

/** The permitted causes of a refund of an order. */
export interface Causes {
  /** The refunds an operator requested, by order id. */
  asked: ReadonlyMap<string, number>
  /** The ids of orders whose product reported that it can never deliver them. */
  undeliverable: ReadonlySet<string>
}

const nothing = { delivered: 0, revoked: 0 }
const sum = (refunds: readonly RefundRow[]) => refunds.reduce((total, { amount }) => total + amount, 0)

/**
 * Returns the violations once nothing is due: every amount that a provider holds is an order fulfilled once
 * by its first paid attempt, or refunded, or disputed and reported (H5, H8).
 */
export function findViolations(
  records: PaymentRecords,
  atProvider: ReadonlyMap<string, ProviderPayment>,
  causes: Causes,
): string[] {
  return [
    ...findTransitionViolations(records),
    ...records.attempts.flatMap((attempt) => findAttemptViolations(records, atProvider, attempt)),
    ...records.refunds.flatMap((refund) => findRefundViolations(records, atProvider, refund)),
    ...records.orders.flatMap((order) => findOrderViolations(records, atProvider, causes, order)),
    ...findUnknownRefunds(records, atProvider),
    ...findRemainingWork(records),
  ]
}

/** Returns what a provider holds for an attempt, if it is the requested amount and pays nothing else. */
function goodPayment(
  { attempts }: PaymentRecords,
  atProvider: ReadonlyMap<string, ProviderPayment>,
  attempt: AttemptRow,
) {
  const payment = atProvider.get(attempt.no)?.payment ?? null
  if (payment?.amount !== attempt.amount || payment.currency !== attempt.currency) return null
  const { provider, id } = attempt
  const other = attempts.find(
    (one) => one.id !== id && one.provider === provider && one.reference === payment.reference,
  )
  return other ? null : payment
}

function findAttemptViolations(
  records: PaymentRecords,
  atProvider: ReadonlyMap<string, ProviderPayment>,
  attempt: AttemptRow,
): string[] {
  const { no, state, reference } = attempt
  const is = (wanted: boolean, words: string) => (wanted ? [] : [`attempt ${no} is ${state}: ${words}`])
  const payment = atProvider.get(no)?.payment ?? null
  if (atProvider.get(no)?.isOpen === true) return is(state === 'failed', 'it can still be paid')
  if (!payment) return is(state === 'closed' || state === 'failed', 'it is unpaid')
  if (!goodPayment(records, atProvider, attempt)) {
    const isReported = ['wrong-money', 'payment-twice'].some((kind) => records.alerts.has(`${kind} ${no}`))
    return is(
      state === 'disputed' && isReported,
      'its payment does not match it, and the operator must be alerted',
    )
  }
  return is(state === 'paid' && reference === payment.reference, `it was paid by ${payment.reference}`)
}

/** A refund is what the provider says of it: under one number, of one amount, once. */
function findRefundViolations(
  records: PaymentRecords,
  atProvider: ReadonlyMap<string, ProviderPayment>,
  refund: RefundRow,
): string[] {
  const { no, state, amount } = refund
  const attempt = records.attempts.find(({ id }) => id === refund.attempt_id)
  const made = atProvider.get(attempt?.no ?? '')?.refunds.get(no)
  const problems: string[] = []
  if (state !== made?.state)
    problems.push(`refund ${no} is ${state}, at the provider ${made?.state ?? 'none'}`)
  if (state === 'done' && made?.amount !== amount) problems.push(`refund ${no} of ${amount} was another`)
  if (state === 'failed' && !records.alerts.has(`refund-failed ${no}`))
    problems.push(`refund ${no}: not reported`)
  return problems
}

function findUnknownRefunds(
  records: PaymentRecords,
  atProvider: ReadonlyMap<string, ProviderPayment>,
): string[] {
  const known = new Set(records.refunds.map(({ no }) => no))
  return [...atProvider.values()].flatMap(({ no, payment, refunds }) => {
    const made = [...refunds].filter(([, { state }]) => state !== 'failed')
    const refundedAmount = made.reduce((total, [, { amount }]) => total + amount, 0)
    const strange = made.filter(([number]) => !known.has(number)).map(([number]) => number)
    return [
      ...strange.map((number) => `the provider refunded ${no} as ${number}, which the portal does not know`),
      ...(refundedAmount > (payment?.amount ?? 0) ? [`more was refunded of ${no} than was paid`] : []),
    ]
  })
}

function findOrderViolations(
  records: PaymentRecords,
  atProvider: ReadonlyMap<string, ProviderPayment>,
  causes: Causes,
  order: OrderRow,
): string[] {
  const { id, number, state } = order
  const problems: string[] = []
  const must = (holds: boolean, words: string) => {
    if (!holds) problems.push(`order ${number} (${state}): ${words}`)
  }
  const paid = paidAttempts(records, atProvider, order)
  const { delivered, revoked } = records.deliveries.get(id) ?? nothing
  const refunds = records.refunds.filter(({ order_id }) => order_id === id)
  const own = refunds.filter(({ of_order }) => of_order)
  const refundedAmount = sum(own.filter((refund) => refund.state === 'done'))

  must(order.paid_by === (paid[0]?.id ?? null), `it is paid by its first paid attempt of ${paid.length}`)
  must(
    order.refunded === refundedAmount,
    `${refundedAmount} of it was refunded, the order says ${order.refunded}`,
  )
  must(
    state === expectedState(order, paid.length, refundedAmount, delivered),
    `delivered ${delivered}, refundedAmount ${refundedAmount}`,
  )
  must(delivered <= 1 && revoked === (state === 'refunded' ? delivered : 0), `${delivered} − ${revoked}`)
  must(state !== 'paid' || own.some((refund) => refund.state === 'failed'), 'paid, and nothing follows')
  must(asksOf(refunds) === (causes.asked.get(id) ?? 0), 'the operator asked for other refunds')
  const mayRefund = causes.undeliverable.has(id) || hasPaidDuplicate(records, order)
  must(mayRefund || asksOf(own) === own.length, 'refunded without a cause')
  for (const other of paid.slice(1)) {
    const refundsOfOther = refunds.filter(
      (one) => one.attempt_id === other.id && !one.of_order && isPortals(one),
    )
    must(sum(refundsOfOther) === other.amount, `its second payment ${other.no} is refunded`)
    must(records.alerts.has(`second-payment ${other.no}`), `its second payment ${other.no} is reported`)
  }
  const seconds = refunds.filter((one) => !one.of_order && isPortals(one))
  must(seconds.length === Math.max(0, paid.length - 1), 'the portal refunds nothing else')
  must(
    own.every((refund) => refund.attempt_id === paid[0]?.id),
    'it is refunded through the attempt that paid it',
  )
  return problems
}

/** The attempts whose money is good, in the order the portal learned of it. */
function paidAttempts(
  records: PaymentRecords,
  atProvider: ReadonlyMap<string, ProviderPayment>,
  order: OrderRow,
): AttemptRow[] {
  const learned = records.steps.filter(({ to_state: to, order_id: id }) => to === 'paid' && id === order.id)
  return learned
    .flatMap(({ thing }) => records.attempts.filter(({ no }) => no === thing))
    .filter((attempt) => goodPayment(records, atProvider, attempt))
}

/** The state an order must have, from the payment its provider holds and what its product delivered. */
function expectedState(order: OrderRow, paid: number, refundedAmount: number, delivered: number) {
  if (paid === 0) return 'closed'
  if (refundedAmount === order.amount) return 'refunded'
  return delivered > 0 ? 'fulfilled' : 'paid'
}

function isPortals({ asked_by: by }: RefundRow): boolean {
  return by === 'portal'
}

function asksOf(refunds: readonly RefundRow[]): number {
  return refunds.filter((refund) => !isPortals(refund)).length
}

/** Whether another order of the same purchase was paid. */
function hasPaidDuplicate({ orders }: PaymentRecords, order: OrderRow): boolean {
  const first = order.purchase ?? order.id
  return orders.some(
    (other) => other.id !== order.id && (other.purchase ?? other.id) === first && other.paid_at !== null,
  )
}

/** Returns the work that remains: none but what is planned for later days. */
function findRemainingWork({ orders, attempts, refunds }: PaymentRecords): string[] {
  // A failed refund is for the operator to check.
  const given = new Set(refunds.filter(({ state }) => state === 'failed').map(({ order_id: id }) => id))
  const purchases = Map.groupBy(
    orders.filter(({ id, state }) => state === 'fulfilled' && !given.has(id)),
    ({ id, purchase }) => purchase ?? id,
  )
  return [
    ...[...purchases].flatMap(([, { length }]) =>
      length > 1 ? [`${length} orders of one purchase are active`] : [],
    ),
    ...orders.flatMap(({ number, check_at: check, fulfil_at: fulfil }) =>
      check || fulfil ? [`order ${number} is still due`] : [],
    ),
    ...attempts.flatMap(({ no, check_at: at }) => (at ? [`attempt ${no} is still due`] : [])),
    ...refunds.flatMap(({ no, try_at: at }) => (at ? [`refund ${no} is still due`] : [])),
  ]
}
