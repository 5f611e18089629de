import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { paymentCheckIntervalMs } from '@clutch/contract/limits.ts'
import {
  type AttemptRow,
  selectAttempts,
  selectOpenAttempt,
  claimProviderCheck,
} from '../attempts/attempts.store.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'
import { lockOrder, updateOrder } from './orders.store.ts'
import type { Buyer } from '../product.ts'
import { selectOwnOrder, readOrder } from './read-orders.service.ts'
import { startClosingAttempt, settleAttemptNow } from '../attempts/settle-attempt.service.ts'
import { transitionOrder } from '../transitions/transitions.service.ts'
import type { PaymentsContext } from '../payments-context.ts'

/** An order that has an attempt is closed with it; looked for again after this. */
const lookAgainMs = 10 * 60_000

/**
 * H8: gives an order up. Its attempt is closed at the provider first: one that was paid meanwhile is answered as paid; where
 * the provider is silent, it stays `closing` and the order open until it is not. Throws `order.not_found`.
 */
export async function closeOrder(payments: PaymentsContext, buyer: Buyer, id: string): Promise<OrderView> {
  const order = await selectOwnOrder(payments, buyer, id)
  if (order.state === 'open') {
    const live = await selectOpenAttempt(payments.context.database, id)
    if (live) {
      await startClosingAttempt(payments, live, 'the buyer gave it up')
      await settleAttemptNow(payments, live.id)
    }
    await closeIfIdle(payments, id, 'the buyer gave it up')
  }
  return readOrder(payments, buyer, id)
}

/** H5: an order of one's own, after asking the provider, at most every 3 s. Throws `order.not_found`. */
export async function checkOrderNow(payments: PaymentsContext, buyer: Buyer, id: string): Promise<OrderView> {
  const { database, clock } = payments.context
  const order = await selectOwnOrder(payments, buyer, id)
  const attempt = (await selectAttempts(database, [id])).findLast(({ state }) => isUndecided(state))
  const isWaiting = order.state === 'open' || order.state === 'closed'
  if (
    isWaiting &&
    attempt &&
    (await claimProviderCheck(database, attempt.id, clock.now(), paymentCheckIntervalMs))
  )
    await settleAttemptNow(payments, attempt.id)
  return readOrder(payments, buyer, id)
}

/** Closes an order without payment, once no attempt of it can be paid; otherwise schedules another check. */
export async function closeIfIdle(payments: PaymentsContext, id: string, reason: string): Promise<void> {
  const { database, clock } = payments.context
  await database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id)
    const isOpen = order.state === 'open'
    if (isOpen && !(await selectOpenAttempt(tx, id)))
      await transitionOrder(payments, tx, order, { to: 'closed', reason, change: { check_at: null } })
    else await updateOrder(tx, id, { check_at: isOpen ? addMs(clock.now(), lookAgainMs) : null })
  })
}

function isUndecided(state: AttemptRow['state']): boolean {
  return state !== 'paid' && state !== 'disputed'
}
