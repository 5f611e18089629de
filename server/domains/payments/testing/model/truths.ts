import type { AttemptRow } from '../../attempts/attempts.store.ts'
import type { OrderRow } from '../../orders/orders.store.ts'
import type { RefundRow } from '../../refunds/refunds.store.ts'
import type { Books, Held } from './books.ts'
import { chainProblems } from './chain.ts'

/** Why an order may have been paid back, as far as a history knows. */
export interface Causes {
  /** How often the operator had an order paid back, by its id. */
  asked: ReadonlyMap<string, number>
  /** The ids of the orders whose product said that it can never deliver them. */
  hopeless: ReadonlySet<string>
}

const nothing = { delivered: 0, revoked: 0 }
const sum = (refunds: readonly RefundRow[]) => refunds.reduce((total, { amount }) => total + amount, 0)

/**
 * Returns the violations once nothing is due: every amount that a provider holds is an order fulfilled once
 * by its first paid attempt, or refunded, or disputed and reported (providers.md §1.7).
 */
export function problemsOf(books: Books, held: ReadonlyMap<string, Held>, causes: Causes): string[] {
  return [
    ...chainProblems(books),
    ...books.attempts.flatMap((attempt) => attemptProblems(books, held, attempt)),
    ...books.refunds.flatMap((refund) => refundProblems(books, held, refund)),
    ...books.orders.flatMap((order) => orderProblems(books, held, causes, order)),
    ...unknownRefunds(books, held),
    ...undone(books),
  ]
}

/** Returns what a provider holds for an attempt, if it is the requested amount and pays nothing else. */
function goodPayment({ attempts }: Books, held: ReadonlyMap<string, Held>, attempt: AttemptRow) {
  const payment = held.get(attempt.no)?.payment ?? null
  if (payment?.amount !== attempt.amount || payment.currency !== attempt.currency) return null
  const { provider, id } = attempt
  const other = attempts.find(
    (one) => one.id !== id && one.provider === provider && one.reference === payment.reference,
  )
  return other ? null : payment
}

function attemptProblems(books: Books, held: ReadonlyMap<string, Held>, attempt: AttemptRow): string[] {
  const { no, state, reference } = attempt
  const is = (wanted: boolean, words: string) => (wanted ? [] : [`attempt ${no} is ${state}: ${words}`])
  const payment = held.get(no)?.payment ?? null
  if (held.get(no)?.isOpen === true) return is(state === 'failed', 'it can still be paid')
  if (!payment) return is(state === 'closed' || state === 'failed', 'it is unpaid')
  if (!goodPayment(books, held, attempt)) {
    const told = ['wrong-money', 'payment-twice'].some((kind) => books.alerts.has(`${kind} ${no}`))
    return is(state === 'disputed' && told, 'its payment does not match it, and the operator must be alerted')
  }
  return is(state === 'paid' && reference === payment.reference, `it was paid by ${payment.reference}`)
}

/** A refund is what the provider says of it: under one number, of one amount, once. */
function refundProblems(books: Books, held: ReadonlyMap<string, Held>, refund: RefundRow): string[] {
  const { no, state, amount } = refund
  const attempt = books.attempts.find(({ id }) => id === refund.attempt_id)
  const made = held.get(attempt?.no ?? '')?.refunds.get(no)
  const problems: string[] = []
  if (state !== made?.state)
    problems.push(`refund ${no} is ${state}, at the provider ${made?.state ?? 'none'}`)
  if (state === 'done' && made?.amount !== amount) problems.push(`refund ${no} of ${amount} was another`)
  if (state === 'failed' && !books.alerts.has(`refund-failed ${no}`))
    problems.push(`refund ${no}: not reported`)
  return problems
}

function unknownRefunds(books: Books, held: ReadonlyMap<string, Held>): string[] {
  const known = new Set(books.refunds.map(({ no }) => no))
  return [...held.values()].flatMap(({ no, payment, refunds }) => {
    const made = [...refunds].filter(([, { state }]) => state !== 'failed')
    const back = made.reduce((total, [, { amount }]) => total + amount, 0)
    const strange = made.filter(([number]) => !known.has(number)).map(([number]) => number)
    return [
      ...strange.map((number) => `the provider refunded ${no} as ${number}, which the portal does not know`),
      ...(back > (payment?.amount ?? 0) ? [`of ${no} more was paid back than was paid`] : []),
    ]
  })
}

function orderProblems(
  books: Books,
  held: ReadonlyMap<string, Held>,
  causes: Causes,
  order: OrderRow,
): string[] {
  const { id, number, state } = order
  const problems: string[] = []
  const must = (holds: boolean, words: string) => {
    if (!holds) problems.push(`order ${number} (${state}): ${words}`)
  }
  const paid = paidAttempts(books, held, order)
  const { delivered, revoked } = books.deliveries.get(id) ?? nothing
  const refunds = books.refunds.filter(({ order_id }) => order_id === id)
  const own = refunds.filter(({ of_order }) => of_order)
  const back = sum(own.filter((refund) => refund.state === 'done'))

  must(order.paid_by === (paid[0]?.id ?? null), `it is paid by its first paid attempt of ${paid.length}`)
  must(order.refunded === back, `${back} of it is back, ${order.refunded} is said`)
  must(state === expectedState(order, paid.length, back, delivered), `delivered ${delivered}, back ${back}`)
  must(delivered <= 1 && revoked === (state === 'refunded' ? delivered : 0), `${delivered} − ${revoked}`)
  must(state !== 'paid' || own.some((refund) => refund.state === 'failed'), 'paid, and nothing follows')
  must(asksOf(refunds) === (causes.asked.get(id) ?? 0), 'the operator asked for other refunds')
  const mayGiveBack = causes.hopeless.has(id) || hasTwin(books, order)
  must(mayGiveBack || asksOf(own) === own.length, 'paid back without a cause')
  for (const other of paid.slice(1)) {
    const given = refunds.filter((one) => one.attempt_id === other.id && !one.of_order && isPortals(one))
    must(sum(given) === other.amount, `its second payment ${other.no} is paid back`)
    must(books.alerts.has(`second-payment ${other.no}`), `its second payment ${other.no} is reported`)
  }
  const seconds = refunds.filter((one) => !one.of_order && isPortals(one))
  must(seconds.length === Math.max(0, paid.length - 1), 'the portal pays nothing else back')
  must(
    own.every((refund) => refund.attempt_id === paid[0]?.id),
    'it is paid back by what paid it',
  )
  return problems
}

/** The attempts whose money is good, in the order the portal learned of it. */
function paidAttempts(books: Books, held: ReadonlyMap<string, Held>, order: OrderRow): AttemptRow[] {
  const learned = books.steps.filter(({ to_state: to, order_id: id }) => to === 'paid' && id === order.id)
  return learned
    .flatMap(({ thing }) => books.attempts.filter(({ no }) => no === thing))
    .filter((attempt) => goodPayment(books, held, attempt))
}

/** What an order has to be by what its provider holds and its product delivered. */
function expectedState(order: OrderRow, paid: number, back: number, delivered: number) {
  if (paid === 0) return 'closed'
  if (back === order.amount) return 'refunded'
  return delivered > 0 ? 'fulfilled' : 'paid'
}

function isPortals({ asked_by: by }: RefundRow): boolean {
  return by === 'portal'
}

function asksOf(refunds: readonly RefundRow[]): number {
  return refunds.filter((refund) => !isPortals(refund)).length
}

/** Whether another order of the same purchase was paid. */
function hasTwin({ orders }: Books, order: OrderRow): boolean {
  const first = order.purchase ?? order.id
  return orders.some(
    (other) => other.id !== order.id && (other.purchase ?? other.id) === first && other.paid_at !== null,
  )
}

/** Returns the work that remains: none but what is planned for later days. */
function undone({ orders, attempts, refunds }: Books): string[] {
  // One whose paying back was begun, and failed, is the operator's to look at.
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
