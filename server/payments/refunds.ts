import { randomUUIDv7 } from 'node:crypto'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../database/index.ts'
import { lockAttempt } from './attempts-store.ts'
import type { AttemptRow } from './attempts-store.ts'
import { wakeJanitor } from './due-store.ts'
import { providerNumber } from './numbers.ts'
import { lockOrder, selectOrder } from './orders-store.ts'
import { insertRefund, sumRefunds } from './refunds-store.ts'
import { writeBeginning } from './steps.ts'
import type { Till } from './till.ts'

export interface NewRefund {
  attempt: AttemptRow
  /** Minor units. */
  amount: number
  /** The buyer may read it at the provider. */
  reason: string
  /** A SteamID64, `operator` for the operator's token, or `portal`. */
  by: string
  /** Whether it pays the order back, or a second payment of it. */
  ofOrder: boolean
}

export interface AskedRefund {
  orderId: string
  /** Minor units; all that is left where it is not said. */
  amount?: number | undefined
  reason: string
  by: string
}

/**
 * Has an order paid back, whole or in part; the janitor asks the provider until it has answered. Never more than was paid,
 * however many ask at once. Throws `order.not_found`, `order.not_paid`, `refund.too_much`.
 */
export async function refundOrder(till: Till, asked: AskedRefund): Promise<void> {
  const { orderId, reason, by } = asked
  const { database } = till.house
  if (!(await selectOrder(database, orderId)))
    throw new PortalError('order.not_found', 'There is no such order')
  await database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.paid_by === null || (order.state !== 'paid' && order.state !== 'fulfilled'))
      throw new PortalError('order.not_paid', 'Only a paid order is paid back')
    const attempt = await lockAttempt(tx, order.paid_by)
    const left = attempt.amount - (await sumRefunds(tx, attempt.id))
    const amount = asked.amount ?? left
    if (amount < 1 || amount > left)
      throw new PortalError('refund.too_much', 'This is more than is left of what was paid')
    await writeRefund(till, tx, { attempt, amount, reason, by, ofOrder: true })
  })
}

/** Writes down what is to be paid back, in the caller's transaction, which holds the order and knows that so much is left. */
export async function writeRefund(till: Till, tx: Queries, refund: NewRefund): Promise<void> {
  const { attempt, amount, reason, by, ofOrder } = refund
  const now = till.house.clock.now()
  const no = providerNumber()
  const { order_id: orderId } = attempt
  await insertRefund(tx, {
    id: randomUUIDv7(),
    order_id: orderId,
    attempt_id: attempt.id,
    no,
    amount,
    currency: attempt.currency,
    state: 'asked',
    of_order: ofOrder,
    reason,
    asked_by: by,
    created_at: now,
    try_at: now,
  })
  await writeBeginning(till, tx, { orderId, thing: no, state: 'asked', reason: `${reason} (${by})` })
  await wakeJanitor(tx)
  await till.at('refund-written')
}
