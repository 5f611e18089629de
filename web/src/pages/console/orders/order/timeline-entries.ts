import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import type { AttemptState, OrderState, RefundState } from '@clutch/contract/rules/payments/order-states.ts'

type Step<Kind extends string, State> = {
  at: number
  kind: Kind
  /** The number of the attempt or the refund; the order's own for itself. */
  no: string
  /** Null where it begins. */
  from: State | null
  to: State
  reason: string
}

/** A change of state, or the initial state. */
export type TimelineStep =
  | Step<'order', OrderState>
  | Step<'attempt', AttemptState>
  | Step<'refund', RefundState>

/** A line of an order's timeline. */
export type TimelineLine =
  | TimelineStep
  | { at: number; kind: 'event'; no: string; event: OrderDetails['events'][number] }
  | { at: number; kind: 'asked'; no: string; text: string }
  | { at: number; kind: 'answered'; no: string; text: string }

/**
 * Returns all events of an order, its attempts and refunds, the oldest first; those of the same time in the
 * received order.
 */
export function createTimeline({ order, attempts, refunds, events, steps }: OrderDetails): TimelineLine[] {
  const isRefund = new Set(refunds.map(({ no }) => no))
  const isAttempt = new Set(attempts.map(({ no }) => no))
  const lines: TimelineLine[] = [
    ...events.map((event) => ({ at: event.at, kind: 'event' as const, no: event.no, event })),
    ...steps.flatMap(({ thing, from, to, reason, at }): TimelineLine[] => {
      const common = { at, reason }
      // The states are those of its type, by the contract's own tables.
      if (thing === 'order')
        return [{ ...common, ...stepStates<OrderState>(from, to), kind: 'order', no: order.number }]
      if (isAttempt.has(thing))
        return [{ ...common, ...stepStates<AttemptState>(from, to), kind: 'attempt', no: thing }]
      if (isRefund.has(thing))
        return [{ ...common, ...stepStates<RefundState>(from, to), kind: 'refund', no: thing }]
      return []
    }),
    ...order.questions.flatMap(({ asked, text, answered, answer }): TimelineLine[] => [
      { at: asked, kind: 'asked', no: order.number, text },
      ...(answered === null || answer === null
        ? []
        : [{ at: answered, kind: 'answered' as const, no: order.number, text: answer }]),
    ]),
  ]
  return lines.toSorted((one, other) => one.at - other.at)
}

function stepStates<State extends string>(from: string, to: string): { from: State | null; to: State } {
  return { from: from === '' ? null : (from as State), to: to as State }
}
