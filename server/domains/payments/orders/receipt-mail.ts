import { mailPlayer } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { canSendMail } from '../../mail/index.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'
import type { OrderRow } from './orders.store.ts'
import { selectDeliveryEnds, isVipUndeliverable } from './read-orders.service.ts'
import type { PaymentsContext } from '../payments-context.ts'

const mailHoldsMs = 7 * 24 * 3_600_000

/** H4: mails the buyer a receipt, in the transaction that made the order paid. */
export async function mailReceipt(payments: PaymentsContext, tx: Queries, order: OrderRow): Promise<void> {
  const { id, number, buyer, amount, currency, method, paid_at: paid } = order
  if (paid === null || !canSendMail(payments.context)) return
  const ends = await selectDeliveryEnds(payments, [order], tx)
  const absent = await isVipUndeliverable(payments, [order], tx)
  await mailPlayer(payments.context, tx, buyer, {
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
    until: addMs(payments.context.clock.now(), mailHoldsMs),
  })
}
