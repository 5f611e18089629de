import { randomUUID } from 'node:crypto'
import type { PaymentFaults } from '../faults/faults.ts'
import type { WebhookResponse, WebhookMessage } from '../webhook-sender.ts'
import type { Trade, TradeRefund } from '../trades/trade.ts'
import type { AlipayKeys } from './keys.ts'
import {
  merchant,
  refundedAmount,
  formatShanghaiTime,
  signedText,
  toTradeStatus,
  formatYuan,
} from './formats.ts'

const timeoutMs = 10_000

/** `refund`: of money that went back. `notify`: the fault. */
interface WebhookInput {
  trade: Trade
  keys: AlipayKeys
  notify: PaymentFaults['notify']
  now: number
  refund?: TradeRefund | undefined
}

/** A webhook with the state of a trade. Repeats are identical. */
export function createWebhook({ trade, keys, notify, now, refund }: WebhookInput): WebhookMessage {
  const form = signForm(applyWebhookFault(webhookFields(trade, now, refund), notify), keys, notify).toString()
  return {
    send: () => postForm(trade.notifyUrl, form),
    isAccepted: ({ status, body }) => status === 200 && body === 'success',
  }
}

function webhookFields(trade: Trade, now: number, refund: TradeRefund | undefined): Record<string, string> {
  const { no, ref, amount, subject, created, paidAt } = trade
  return {
    notify_id: randomUUID().replaceAll('-', ''),
    notify_type: 'trade_status_sync',
    notify_time: formatShanghaiTime(now),
    app_id: merchant.appId,
    seller_id: merchant.sellerId,
    charset: 'utf-8',
    version: '1.0',
    sign_type: 'RSA2',
    out_trade_no: no,
    trade_no: ref ?? '',
    trade_status: toTradeStatus(trade),
    total_amount: formatYuan(amount),
    subject,
    gmt_create: formatShanghaiTime(created),
    buyer_id: '2088000200000001',
    ...(paidAt !== null && {
      gmt_payment: formatShanghaiTime(paidAt),
      receipt_amount: formatYuan(amount),
      buyer_pay_amount: formatYuan(amount),
    }),
    ...(refund && {
      refund_fee: formatYuan(refundedAmount(trade)),
      gmt_refund: formatShanghaiTime(refund.at),
      out_biz_no: refund.no,
    }),
  }
}

/** What genuinely comes from Alipay and is not what was agreed. */
function applyWebhookFault(
  fields: Record<string, string>,
  notify: PaymentFaults['notify'],
): Record<string, string> {
  if (notify === 'other-amount') return { ...fields, total_amount: '0.01', receipt_amount: '0.01' }
  if (notify === 'other-currency') return { ...fields, trans_currency: 'USD' }
  if (notify === 'foreign') return { ...fields, app_id: '2021000199999999', seller_id: '2088000199999999' }
  return fields
}

function signForm(
  fields: Record<string, string>,
  keys: AlipayKeys,
  notify: PaymentFaults['notify'],
): URLSearchParams {
  const { sign_type: _unsigned, ...rest } = fields
  const sign = keys.sign(signedText(rest), notify === 'forged' ? 'stranger' : 'alipay')
  const lie = notify === 'tampered' ? { total_amount: '0.01', trade_status: 'TRADE_SUCCESS' } : {}
  return new URLSearchParams({ ...fields, ...lie, sign })
}

async function postForm(url: string, form: string): Promise<WebhookResponse | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: await response.text() }
  } catch {
    return null
  }
}
