import type { HistoryEvent, Method } from './history.types.ts'

const order = (method: Method = 'alipay', replaces: number | null = null): HistoryEvent => ({
  kind: 'order',
  method,
  key: null,
  replaces,
})
const pay: HistoryEvent = { kind: 'pay', order: 0, device: 'desktop' }
const payLate = (attempt: number): HistoryEvent => ({ kind: 'buyer', attempt, does: 'pays late' })
const webhook = (attempt: number): HistoryEvent => ({
  kind: 'notify',
  attempt,
  content: 'true state',
  times: 1,
})
const runWorker = (ms = 0): HistoryEvent => ({ kind: 'time', ms, workers: 1 })
const refund = (amount: 'part' | 'left', attempt: number | null = null): HistoryEvent => ({
  kind: 'refund',
  order: 0,
  amount,
  attempt,
  key: null,
})

/** An order that is paid and confirmed by webhook. */
const paidOrder = (method: Method): HistoryEvent[] => [
  order(method),
  pay,
  payLate(0),
  webhook(0),
  runWorker(),
]

/** The provider refuses the first attempt but has started it: both can be paid. */
const twoAttempts: readonly HistoryEvent[] = [
  order(),
  { kind: 'fault', method: 'alipay', call: 'begin', fault: 'refused' },
  pay,
  { kind: 'started despite refusal', order: 0 },
  pay,
  payLate(0),
  payLate(1),
  webhook(1),
  runWorker(15_000),
  runWorker(15_000),
]

/** An order is abandoned for another one of the same, and both are paid. */
const bothOrdersPaid: readonly HistoryEvent[] = [
  order(),
  pay,
  { kind: 'close', order: 0 },
  order('paypal', 0),
  pay,
  payLate(1),
  payLate(0),
  webhook(1),
  webhook(0),
  runWorker(),
]

/** A payment comes in while the provider is asked or its attempt closed, and is processed before the reply arrives. */
const stale = (call: 'ask' | 'close'): HistoryEvent[] => [
  order(),
  pay,
  { kind: 'meanwhile', at: call, events: [payLate(0), webhook(0), runWorker()] },
  ...(call === 'close' ? [{ kind: 'close', order: 0 } as const] : [runWorker(15_000)]),
  runWorker(60_000),
]

const samePayment: readonly HistoryEvent[] = [
  ...paidOrder('alipay'),
  order(),
  pay,
  { kind: 'buyer', attempt: 0, does: 'pays by another’s payment' },
  runWorker(15_000),
]

/** A refund in parts, while the provider or the product fails, or the refund is pending. */
const refundedInParts = (method: Method, before: HistoryEvent): HistoryEvent[] => [
  ...paidOrder(method),
  refund('part'),
  before,
  runWorker(),
  refund('left'),
  runWorker(60_000),
]

/** Another amount than requested is paid, and refunded. */
const disputed: readonly HistoryEvent[] = [
  order(),
  pay,
  { kind: 'buyer', attempt: 0, does: 'pays other amount' },
  runWorker(15_000),
  refund('part', 0),
  runWorker(),
  refund('left', 0),
  runWorker(60_000),
]

/** The refund of a second payment fails and is repeated by the operator. */
const secondPaymentRefunded: readonly HistoryEvent[] = [
  { kind: 'refunds', method: 'alipay', become: 'failed' },
  ...twoAttempts,
  { kind: 'refunds', method: 'alipay', become: 'done' },
  refund('left', 0),
  refund('left', 1),
  runWorker(60_000),
]

/** Hard cases that random histories would rarely reach. */
export const scenarios: readonly (readonly HistoryEvent[])[] = [
  paidOrder('alipay'),
  paidOrder('paypal'),
  [order('paypal'), pay, { kind: 'buyer', attempt: 0, does: 'approves' }, runWorker(15_000)],
  [order('paypal'), pay, { kind: 'buyer', attempt: 0, does: 'pays pending' }, runWorker(8 * 60_000)],
  twoAttempts,
  secondPaymentRefunded,
  disputed,
  bothOrdersPaid,
  stale('ask'),
  stale('close'),
  samePayment,
  [{ kind: 'product', fails: 'never', times: 1 }, ...paidOrder('alipay')],
  [{ kind: 'product', fails: 'later', times: 4 }, ...paidOrder('alipay'), refund('left'), runWorker(31_000)],
  refundedInParts('alipay', { kind: 'fault', method: 'alipay', call: 'refund', fault: 'lost' }),
  refundedInParts('paypal', { kind: 'refunds', method: 'paypal', become: 'pending' }),
  refundedInParts('alipay', { kind: 'refunds', method: 'alipay', become: 'failed' }),
  refundedInParts('alipay', { kind: 'product', fails: 'revoke', times: 2 }),
  [order(), pay, runWorker(9 * 60_000), payLate(0), runWorker(3_600_000)],
]
