import { randomUUID } from 'node:crypto'
import type { Faults } from '../faults.ts'
import type { Delivery, Message } from '../notifier.ts'
import type { Trade, TradeRefund } from '../trade.ts'
import type { Keys } from './keys.ts'
import { merchant, refunded, shanghai, signText, statusOf, yuan } from './shapes.ts'

const timeoutMs = 10_000

/** `refund`: of money that went back. `notify`: the fault. */
interface Told {
  trade: Trade
  keys: Keys
  notify: Faults['notify']
  now: number
  refund?: TradeRefund | undefined
}

/** A notify of how a trade stands. Repeats of it are the same to the letter. */
export function notifyOf({ trade, keys, notify, now, refund }: Told): Message {
  const form = signed(change(fieldsOf(trade, now, refund), notify), keys, notify).toString()
  return {
    post: () => post(trade.notifyUrl, form),
    accepted: ({ status, body }) => status === 200 && body === 'success',
  }
}

function fieldsOf(trade: Trade, now: number, refund: TradeRefund | undefined): Record<string, string> {
  const { no, ref, amount, subject, created, paidAt } = trade
  return {
    notify_id: randomUUID().replaceAll('-', ''),
    notify_type: 'trade_status_sync',
    notify_time: shanghai(now),
    app_id: merchant.appId,
    seller_id: merchant.sellerId,
    charset: 'utf-8',
    version: '1.0',
    sign_type: 'RSA2',
    out_trade_no: no,
    trade_no: ref ?? '',
    trade_status: statusOf(trade),
    total_amount: yuan(amount),
    subject,
    gmt_create: shanghai(created),
    buyer_id: '2088000200000001',
    ...(paidAt !== null && {
      gmt_payment: shanghai(paidAt),
      receipt_amount: yuan(amount),
      buyer_pay_amount: yuan(amount),
    }),
    ...(refund && {
      refund_fee: yuan(refunded(trade)),
      gmt_refund: shanghai(refund.at),
      out_biz_no: refund.no,
    }),
  }
}

/** What genuinely comes from Alipay and is not what was agreed. */
function change(fields: Record<string, string>, notify: Faults['notify']): Record<string, string> {
  if (notify === 'other-amount') return { ...fields, total_amount: '0.01', receipt_amount: '0.01' }
  if (notify === 'other-currency') return { ...fields, trans_currency: 'USD' }
  if (notify === 'foreign') return { ...fields, app_id: '2021000199999999', seller_id: '2088000199999999' }
  return fields
}

function signed(fields: Record<string, string>, keys: Keys, notify: Faults['notify']): URLSearchParams {
  const { sign_type: _unsigned, ...rest } = fields
  const sign = keys.sign(signText(rest), notify === 'forged' ? 'stranger' : 'alipay')
  const lie = notify === 'tampered' ? { total_amount: '0.01', trade_status: 'TRADE_SUCCESS' } : {}
  return new URLSearchParams({ ...fields, ...lie, sign })
}

async function post(url: string, form: string): Promise<Delivery | null> {
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
