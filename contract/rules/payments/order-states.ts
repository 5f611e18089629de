/**
 * The transition tables of payments (H5, H8; docs/decisions/0012-payment-worker.md): an unlisted transition is refused and
 * recorded. `paid` after `closed` is a late payment and is honoured; nothing ever leaves `refunded`.
 */
export const orderTransitions = {
  open: ['paid', 'closed'],
  closed: ['paid'],
  paid: ['fulfilled', 'refunded'],
  fulfilled: ['refunded'],
  refunded: [],
} as const satisfies Record<string, readonly string[]>

export type OrderState = keyof typeof orderTransitions
export const orderStates = Object.keys(orderTransitions) as readonly OrderState[] as readonly [
  OrderState,
  ...OrderState[],
]

/**
 * An attempt is `creating` until the provider has answered (a time-out leaves it there: it may exist), `closing` until the
 * provider says that it can no longer be paid, `disputed` where the provider holds other money than was asked for.
 */
export const attemptTransitions = {
  creating: ['open', 'failed', 'closing', 'closed', 'paid', 'disputed'],
  open: ['closing', 'closed', 'paid', 'disputed'],
  closing: ['closed', 'paid', 'disputed'],
  closed: ['paid', 'disputed'],
  failed: ['paid', 'disputed'],
  disputed: ['paid'],
  paid: [],
} as const satisfies Record<string, readonly string[]>

export type AttemptState = keyof typeof attemptTransitions
export const attemptStates = Object.keys(attemptTransitions) as readonly AttemptState[] as readonly [
  AttemptState,
  ...AttemptState[],
]

/**
 * A refund is `asked` until the provider has answered, and `pending` while it works on it. Both are queried
 * again, under the same number. A permanently failed one stays failed: a later refund has its own number.
 */
export const refundTransitions = {
  asked: ['pending', 'done', 'failed'],
  pending: ['done', 'failed'],
  done: [],
  failed: [],
} as const satisfies Record<string, readonly string[]>

export type RefundState = keyof typeof refundTransitions
export const refundStates = Object.keys(refundTransitions) as readonly RefundState[] as readonly [
  RefundState,
  ...RefundState[],
]

export function canOrderBecome(from: OrderState, to: OrderState): boolean {
  return includes(orderTransitions[from], to)
}

export function canAttemptBecome(from: AttemptState, to: AttemptState): boolean {
  return includes(attemptTransitions[from], to)
}

export function canRefundBecome(from: RefundState, to: RefundState): boolean {
  return includes(refundTransitions[from], to)
}

/** Whether money may still come in for an attempt without a fault of anyone. */
export function isAttemptPayable(state: AttemptState): boolean {
  return state === 'creating' || state === 'open' || state === 'closing'
}

/** Returns the state shown to a buyer: `paid` also while the purchase is still being created. */
export function toPublicOrderState(state: OrderState): 'open' | 'closed' | 'paid' | 'refunded' {
  return state === 'fulfilled' ? 'paid' : state
}

function includes(list: readonly string[], state: string): boolean {
  return list.includes(state)
}
