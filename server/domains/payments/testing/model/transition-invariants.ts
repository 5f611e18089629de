import {
  attemptTransitions,
  orderTransitions,
  refundTransitions,
} from '@clutch/contract/rules/payments/order-states.ts'
import type { PaymentRecords } from './payment-records.ts'

type Table = Readonly<Record<string, readonly string[]>>
type Step = PaymentRecords['steps'][number]

/**
 * Returns the violations of the history of states: each transition begins where the last one ended and is in
 * its table, the last one ends in the present state, and a refused one is not in the table (invariants 5 and
 * 6).
 */
export function findTransitionViolations({ orders, attempts, refunds, steps }: PaymentRecords): string[] {
  const of = (orderId: string, thing: string) =>
    steps.filter((step) => step.order_id === orderId && step.thing === thing)
  const known = new Set(['order', ...[...attempts, ...refunds].map(({ no }) => no)])
  return [
    ...orders.flatMap(({ id, number, state }) =>
      findBrokenChain(number, of(id, 'order'), orderTransitions, state),
    ),
    ...attempts.flatMap((one) =>
      findBrokenChain(one.no, of(one.order_id, one.no), attemptTransitions, one.state, 'creating'),
    ),
    ...refunds.flatMap((one) =>
      findBrokenChain(one.no, of(one.order_id, one.no), refundTransitions, one.state, 'asked'),
    ),
    ...steps.flatMap(({ thing }) => (known.has(thing) ? [] : [`a transition of the unknown ${thing}`])),
  ]
}

function findBrokenChain(
  name: string,
  steps: readonly Step[],
  table: Table,
  last: string,
  first = 'open',
): string[] {
  let state = ''
  const problems: string[] = []
  for (const { from_state: from, to_state: to, reason } of steps) {
    const isAllowed = from === '' ? to === first : (table[from] ?? []).includes(to)
    if (from !== state) problems.push(`${name} is ${state} and goes from ${from} to ${to}`)
    if (reason.startsWith('refused: ')) {
      if (isAllowed) problems.push(`${name} was refused to go from ${from} to ${to}`)
      continue
    }
    if (!isAllowed) problems.push(`${name} may not go from ${from} to ${to}`)
    state = to
  }
  if (state !== last) problems.push(`${name} is ${last}, and went to ${state}`)
  return problems
}
