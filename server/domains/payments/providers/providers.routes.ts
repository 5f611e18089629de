import { operatorListPaymentProviders } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import {
  receiveAlipayWebhook,
  receivePaypalWebhook,
  receiveWechatWebhook,
} from '@clutch/contract/api/payments/webhooks.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { providerHealth } from './provider-health.service.ts'
import type { PaymentsContext } from '../payments-context.ts'

const notifies = { alipay: receiveAlipayWebhook, wechat: receiveWechatWebhook, paypal: receivePaypalWebhook }

/** The operator’s list of the configured providers. */
export function registerProviderCalls(payments: PaymentsContext, app: App): void {
  registerCall(app, operatorListPaymentProviders, () => listProviders(payments))
}

/** H3: lists the providers of this portal, whether they work, and when they last sent something. */
async function listProviders({
  context,
}: PaymentsContext): Promise<Reply<typeof operatorListPaymentProviders>> {
  const providers = await providerHealth(context)
  return providers.map((one) => ({ ...one, notifyUrl: notifyUrl(context.config.publicUrl, one.provider) }))
}

/** Returns the URL of a provider's webhook. */
function notifyUrl(publicUrl: string, method: PaymentMethod): string {
  return new URL(notifies[method].path, publicUrl).href
}
