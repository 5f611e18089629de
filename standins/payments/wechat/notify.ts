import { randomBytes } from 'node:crypto'
import type { Faults } from '../faults.ts'
import type { Delivery } from '../notifier.ts'
import type { Trade, TradeRefund } from '../trade.ts'
import { type Keys, merchant } from './keys.ts'
import { refundOf, rfc3339, transactionOf } from './shapes.ts'
import { seal, signatureOf } from './signing.ts'

/** WeChat waits five seconds for an answer. */
const timeoutMs = 5_000

/** What is told: the event, and its resource before it is sealed. */
interface Event {
  id: string
  type: string
  summary: string
  original: 'transaction' | 'refund'
  resource: Record<string, unknown>
}

/** That a transaction was paid. Its number is the same every time it is told. */
export function paidEvent(trade: Trade, now: number, fault: Faults['notify']): Event & { at: number } {
  const { amount, ...transaction } = transactionOf({ ...trade, refunds: [] })
  const money = {
    ...amount,
    ...(fault === 'other-amount' && { total: trade.amount + 1, payer_total: trade.amount + 1 }),
    ...(fault === 'other-currency' && { currency: 'HKD', payer_currency: 'HKD' }),
  }
  const foreign = fault === 'foreign' && { mchid: '1900000110', appid: 'wxd678efh567hg6999' }
  return {
    id: `EV-${trade.ref ?? trade.no}`,
    type: 'TRANSACTION.SUCCESS',
    summary: '支付成功',
    original: 'transaction',
    resource: { ...transaction, amount: money, ...foreign },
    at: now,
  }
}

/** That a refund arrived. */
export function refundEvent(trade: Trade, refund: TradeRefund): Event & { at: number } {
  const { amount, status, create_time: _, promotion_detail: __, ...told } = refundOf(trade, refund)
  const { total, refund: back, payer_total, payer_refund } = amount
  return {
    id: `EV-${refund.ref}`,
    type: 'REFUND.SUCCESS',
    summary: '退款成功',
    original: 'refund',
    resource: {
      mchid: merchant.mchid,
      ...told,
      refund_status: status,
      amount: { total, refund: back, payer_total, payer_refund },
    },
    at: refund.at,
  }
}

/** Seals, signs and sends an event once; null where no answer comes. */
export async function post(
  url: string,
  { at, ...event }: Event & { at: number },
  keys: Keys,
  { fault, signingNow }: { fault: Faults['notify']; signingNow: () => number },
): Promise<Delivery | null> {
  const body = Buffer.from(envelope(event, at, keys))
  const headers = signatureOf(body, keys, { stranger: fault === 'forged', ageMs: Date.now() - signingNow() })
  return send(url, fault === 'tampered' ? Buffer.concat([body, Buffer.from(' ')]) : body, headers)
}

/** What WeChat Pay sends now and then to see that a signature that does not hold is refused. */
export function probe(url: string, keys: Keys): Promise<Delivery | null> {
  const body = Buffer.from(JSON.stringify({ id: 'EV-probe', event_type: 'TRANSACTION.SUCCESS' }))
  const headers = signatureOf(body, keys, { stranger: false, ageMs: 0 })
  const signature = `WECHATPAY/SIGNTEST/${randomBytes(237).toString('base64')}`
  return send(url, body, { ...headers, 'wechatpay-signature': signature })
}

export function isAccepted({ status }: Delivery): boolean {
  return status === 200 || status === 204
}

function envelope({ id, type, summary, original, resource }: Event, at: number, keys: Keys): string {
  return JSON.stringify({
    id,
    create_time: rfc3339(at),
    resource_type: 'encrypt-resource',
    event_type: type,
    summary,
    resource: {
      original_type: original,
      algorithm: 'AEAD_AES_256_GCM',
      associated_data: original,
      ...seal(JSON.stringify(resource), keys.apiV3Key, original),
    },
  })
}

async function send(url: string, body: Buffer, headers: Record<string, string>): Promise<Delivery | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/4.0', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    })
    return { status: answer.status, body: await answer.text() }
  } catch {
    return null
  }
}
