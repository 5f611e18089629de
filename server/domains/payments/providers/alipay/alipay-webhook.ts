import { toMinorUnits } from '@clutch/contract/rules/payments/money.ts'
import { z } from 'zod'
import type { AlipayAccount } from './alipay-account.ts'
import { type VerifiedWebhook, WebhookUnverified, type RawWebhook } from '../provider.ts'

const fieldsMax = 100

const notifySchema = z.object({
  notify_id: z.string().min(1).max(128),
  app_id: z.string().min(1),
  seller_id: z.string().min(1),
  out_trade_no: z.string().min(1).max(64),
  trade_status: z.string().min(1).max(32),
  total_amount: z.string().min(1),
  trans_currency: z.string().optional(),
  refund_fee: z.string().optional(),
  gmt_refund: z.string().optional(),
  out_biz_no: z.string().optional(),
})

/** Verifies and reads a webhook of Alipay; throws WebhookUnverified. */
export function readAlipayWebhook(
  { body }: RawWebhook,
  { appId, sellerId, sdks }: AlipayAccount,
): VerifiedWebhook {
  const fields = readForm(body)
  // The SDK would take the kind of the signature from who sends it, SHA-1 among them.
  if (fields['sign_type'] !== 'RSA2') throw new WebhookUnverified('alipay: the signature is not RSA2')
  if (!fields['sign'] || !sdks.some((sdk) => sdk.checkNotifySignV2(fields)))
    throw new WebhookUnverified('alipay: the signature does not hold')
  const read = notifySchema.safeParse(fields)
  if (!read.success) throw new WebhookUnverified('alipay: not a notify of a trade')
  const notify = read.data
  return {
    about: isOfRefund(notify) ? 'refund' : 'payment',
    event: notify.notify_id,
    kind: isOfRefund(notify) ? 'refund' : notify.trade_status,
    no: notify.out_trade_no,
    providerOrder: null,
    ours: notify.app_id === appId && notify.seller_id === sellerId,
    money: moneyOf(notify),
  }
}

type Notify = z.output<typeof notifySchema>

/**
 * Returns whether it is about a refund: one comes with the status of the trade, which mostly still is paid.
 */
function isOfRefund({ refund_fee, gmt_refund, out_biz_no }: Notify): boolean {
  return [refund_fee, gmt_refund, out_biz_no].some((value) => value !== undefined && value !== '')
}

function moneyOf(notify: Notify): VerifiedWebhook['money'] {
  const isPayment = ['TRADE_SUCCESS', 'TRADE_FINISHED'].includes(notify.trade_status) && !isOfRefund(notify)
  if (!isPayment) return null
  const amount = toMinorUnits(notify.total_amount)
  if (amount === null) throw new WebhookUnverified('alipay: the amount is invalid')
  return { amount, currency: notify.trans_currency ?? 'CNY' }
}

/**
 * Returns names and values unchanged, with no duplicates and no unusual ones; otherwise the verified form
 * might differ from the one read.
 */
function readForm(body: Buffer): Record<string, string> {
  const fields: Record<string, string> = {}
  const pairs = [...new URLSearchParams(body.toString('utf8'))]
  if (pairs.length > fieldsMax) throw new WebhookUnverified('alipay: too many fields')
  for (const [name, value] of pairs) {
    if (!/^[a-z]\w{0,63}$/i.test(name) || Object.hasOwn(fields, name))
      throw new WebhookUnverified('alipay: an odd field')
    fields[name] = value
  }
  return fields
}
