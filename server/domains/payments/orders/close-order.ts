import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { paymentCheckIntervalMs } from '@clutch/contract/limits.ts'
import { type AttemptRow, selectAttempts, selectLiveAttempt, takeLook } from '../attempts/attempts.store.ts'
import { after } from '../worker/due-times.ts'
import { lockOrder, updateOrder } from './orders.store.ts'
import type { Buyer } from '../product.ts'
import { ownOrder, readOrder } from './read-orders.ts'
import { beginClosing, settleNow } from '../attempts/settle-attempt.ts'
import { moveOrder } from '../transitions/transitions.ts'
import type { Till } from '../payments-context.ts'

/** An order that has an attempt is closed with it; looked for again after this. */
const lookAgainMs = 10 * 60_000

/**
 * H8: gives an order up. Its attempt is closed at the provider first: one that was paid meanwhile is answered as paid; where
 * the provider is silent, it stays `closing` and the order open until it is not. Throws `order.not_found`.
 */
export async function closeOrder(till: Till, buyer: Buyer, id: string): Promise<OrderView> {
  const order = await ownOrder(till, buyer, id)
  if (order.state === 'open') {
    const live = await selectLiveAttempt(till.context.database, id)
    if (live) {
      await beginClosing(till, live, 'the buyer gave it up')
      await settleNow(till, live.id)
    }
    await closeIfIdle(till, id, 'the buyer gave it up')
  }
  return readOrder(till, buyer, id)
}

/** H5: an order of one's own, after asking the provider, at most every 3 s. Throws `order.not_found`. */
export async function checkOrder(till: Till, buyer: Buyer, id: string): Promise<OrderView> {
  const { database, clock } = till.context
  const order = await ownOrder(till, buyer, id)
  const attempt = (await selectAttempts(database, [id])).findLast(({ state }) => isUndecided(state))
  const isWaiting = order.state === 'open' || order.state === 'closed'
  if (isWaiting && attempt && (await takeLook(database, attempt.id, clock.now(), paymentCheckIntervalMs)))
    await settleNow(till, attempt.id)
  return readOrder(till, buyer, id)
}

/** An order that nobody pays is closed, once no attempt of it can be paid; else it is looked at again. */
export async function closeIfIdle(till: Till, id: string, reason: string): Promise<void> {
  const { database, clock } = till.context
  await database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id)
    const isOpen = order.state === 'open'
    if (isOpen && !(await selectLiveAttempt(tx, id)))
      await moveOrder(till, tx, order, { to: 'closed', reason, change: { check_at: null } })
    else await updateOrder(tx, id, { check_at: isOpen ? after(clock.now(), lookAgainMs) : null })
  })
}

function isUndecided(state: AttemptRow['state']): boolean {
  return state !== 'paid' && state !== 'disputed'
}
