import type { Reply } from '@clutch/contract/api/call.ts'
import type { getPaymentMethods } from '@clutch/contract/api/payments/orders.ts'
import { paymentMethods } from '@clutch/contract/rules/payments/money.ts'
import type { PaymentsContext } from '../payments-context.ts'

/** H3: the methods this portal takes, and those that only play at it. */
export function listPaymentMethods({
  providers,
}: Pick<PaymentsContext, 'providers'>): Reply<typeof getPaymentMethods> {
  const methods = paymentMethods.filter((method) => providers.has(method))
  return { methods, emulatedMethods: methods.filter((method) => providers.get(method)?.emulated === true) }
}
