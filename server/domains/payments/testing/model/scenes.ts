import type { Happening, Method } from './history.types.ts'

const order = (method: Method = 'alipay', replaces: number | null = null): Happening => ({
  kind: 'order',
  method,
  key: null,
  replaces,
})
const pay: Happening = { kind: 'pay', order: 0, device: 'desktop' }
const pays = (attempt: number): Happening => ({ kind: 'buyer', attempt, does: 'pays late' })
const told = (attempt: number): Happening => ({ kind: 'notify', attempt, tells: 'the truth', times: 1 })
const janitor = (ms = 0): Happening => ({ kind: 'time', ms, janitors: 1 })
const refund = (amount: 'part' | 'left', attempt: number | null = null): Happening => ({
  kind: 'refund',
  order: 0,
  amount,
  attempt,
  key: null,
})

/** An order that is paid and confirmed by webhook. */
const bought = (method: Method): Happening[] => [order(method), pay, pays(0), told(0), janitor()]

/** The provider says no to a first attempt and has begun it all the same: both can be paid. */
const twoAttempts: readonly Happening[] = [
  order(),
  { kind: 'fault', method: 'alipay', call: 'begin', fault: 'refused' },
  pay,
  { kind: 'begun all the same', order: 0 },
  pay,
  pays(0),
  pays(1),
  told(1),
  janitor(15_000),
  janitor(15_000),
]

/** An order is given up for another one of the same, and both are paid. */
const twins: readonly Happening[] = [
  order(),
  pay,
  { kind: 'close', order: 0 },
  order('paypal', 0),
  pay,
  pays(1),
  pays(0),
  told(1),
  told(0),
  janitor(),
]

/** A payment comes in while the provider is asked or its attempt closed, and is dealt with before the answer is there. */
const stale = (call: 'ask' | 'close'): Happening[] => [
  order(),
  pay,
  { kind: 'meanwhile', at: call, happens: [pays(0), told(0), janitor()] },
  ...(call === 'close' ? [{ kind: 'close', order: 0 } as const] : [janitor(15_000)]),
  janitor(60_000),
]

const samePayment: readonly Happening[] = [
  ...bought('alipay'),
  order(),
  pay,
  { kind: 'buyer', attempt: 0, does: 'pays by another’s payment' },
  janitor(15_000),
]

/** A refund in parts, while the provider or the product fails, or the refund is pending. */
const paidBack = (method: Method, before: Happening): Happening[] => [
  ...bought(method),
  refund('part'),
  before,
  janitor(),
  refund('left'),
  janitor(60_000),
]

/** Other money than was asked for comes in, and is paid back. */
const disputed: readonly Happening[] = [
  order(),
  pay,
  { kind: 'buyer', attempt: 0, does: 'pays other amount' },
  janitor(15_000),
  refund('part', 0),
  janitor(),
  refund('left', 0),
  janitor(60_000),
]

/** A second payment cannot be paid back, and is again by the operator. */
const twoAttemptsBack: readonly Happening[] = [
  { kind: 'refunds', method: 'alipay', become: 'failed' },
  ...twoAttempts,
  { kind: 'refunds', method: 'alipay', become: 'done' },
  refund('left', 0),
  refund('left', 1),
  janitor(60_000),
]

/** Beginnings of histories that many random ones would not reach: each is one of the hard cases of money. */
export const scenes: readonly (readonly Happening[])[] = [
  bought('alipay'),
  bought('paypal'),
  [order('paypal'), pay, { kind: 'buyer', attempt: 0, does: 'approves' }, janitor(15_000)],
  [order('paypal'), pay, { kind: 'buyer', attempt: 0, does: 'pays pending' }, janitor(8 * 60_000)],
  twoAttempts,
  twoAttemptsBack,
  disputed,
  twins,
  stale('ask'),
  stale('close'),
  samePayment,
  [{ kind: 'product', fails: 'never', times: 1 }, ...bought('alipay')],
  [{ kind: 'product', fails: 'later', times: 4 }, ...bought('alipay'), refund('left'), janitor(31_000)],
  paidBack('alipay', { kind: 'fault', method: 'alipay', call: 'refund', fault: 'lost' }),
  paidBack('paypal', { kind: 'refunds', method: 'paypal', become: 'pending' }),
  paidBack('alipay', { kind: 'refunds', method: 'alipay', become: 'failed' }),
  paidBack('alipay', { kind: 'product', fails: 'revoke', times: 2 }),
  [order(), pay, janitor(9 * 60_000), pays(0), janitor(3_600_000)],
]
