import { mailPlayer } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { canSendMail } from '../../mail/index.ts'
import { after } from '../worker/due-times.ts'
import type { OrderRow } from './orders.store.ts'
import { endsOf, notOnServers } from './read-orders.ts'
import type { Till } from '../payments-context.ts'

const mailHoldsMs = 7 * 24 * 3_600_000

/** H4: mails the buyer a receipt, in the transaction that made the order paid. */
export async function mailReceipt(till: Till, tx: Queries, order: OrderRow): Promise<void> {
  const { id, number, buyer, amount, currency, method, paid_at: paid } = order
  if (paid === null || !canSendMail(till.context)) return
  const ends = await endsOf(till, [order], tx)
  const absent = await notOnServers(till, [order], tx)
  await mailPlayer(till.context, tx, buyer, {
    content: {
      kind: 'order-paid',
      number,
      id,
      description: { zh: order.description_zh, en: order.description_en },
      amount,
      currency,
      method,
      paid: paid.getTime(),
      ends: ends.get(id)?.getTime() ?? null,
      notOnServers: absent.has(order.product),
    },
    until: after(till.context.clock.now(), mailHoldsMs),
  })
}
