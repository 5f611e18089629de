import { randomBytes } from 'node:crypto'
import type { PaymentFaults } from '../faults/faults.ts'
import type { WebhookResponse } from '../webhook-sender.ts'
import type { Trade, TradeRefund } from '../trades/trade.ts'
import { type WechatKeys, merchant } from './keys.ts'
import { toRefund, formatRfc3339, toTransaction } from './resources.ts'
import { encryptResource, signatureHeaders } from './signatures.ts'

/** WeChat waits five seconds for an answer. */
const timeoutMs = 5_000

/** The event, and its resource before it is encrypted. */
interface WebhookEvent {
  id: string
  type: string
  summary: string
  originalType: 'transaction' | 'refund'
  resource: Record<string, unknown>
}

/** The event of a paid transaction. Its number is the same every time it is sent. */
export function paidEvent(
  trade: Trade,
  now: number,
  fault: PaymentFaults['notify'],
): WebhookEvent & { at: number } {
  const { amount, ...transaction } = toTransaction({ ...trade, refunds: [] })
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
    originalType: 'transaction',
    resource: { ...transaction, amount: money, ...foreign },
    at: now,
  }
}

/** That a refund arrived. */
export function refundEvent(trade: Trade, refund: TradeRefund): WebhookEvent & { at: number } {
  const { amount, status, create_time: _, promotion_detail: __, ...resource } = toRefund(trade, refund)
  const { total, refund: back, payer_total, payer_refund } = amount
  return {
    id: `EV-${refund.ref}`,
    type: 'REFUND.SUCCESS',
    summary: '退款成功',
    originalType: 'refund',
    resource: {
      mchid: merchant.mchid,
      ...resource,
      refund_status: status,
      amount: { total, refund: back, payer_total, payer_refund },
    },
    at: refund.at,
  }
}

/** Seals, signs and sends an event once; null where no answer comes. */
export async function sendWebhook(
  url: string,
  { at, ...event }: WebhookEvent & { at: number },
  keys: WechatKeys,
  { fault, signingNow }: { fault: PaymentFaults['notify']; signingNow: () => number },
): Promise<WebhookResponse | null> {
  const body = Buffer.from(sealEvent(event, at, keys))
  const headers = signatureHeaders(body, keys, {
    stranger: fault === 'forged',
    ageMs: Date.now() - signingNow(),
  })
  return postBody(url, fault === 'tampered' ? Buffer.concat([body, Buffer.from(' ')]) : body, headers)
}

/** What WeChat Pay sends now and then to see that a signature that does not hold is refused. */
export function sendProbe(url: string, keys: WechatKeys): Promise<WebhookResponse | null> {
  const body = Buffer.from(JSON.stringify({ id: 'EV-probe', event_type: 'TRANSACTION.SUCCESS' }))
  const headers = signatureHeaders(body, keys, { stranger: false, ageMs: 0 })
  const signature = `WECHATPAY/SIGNTEST/${randomBytes(237).toString('base64')}`
  return postBody(url, body, { ...headers, 'wechatpay-signature': signature })
}

export function isAcceptedResponse({ status }: WebhookResponse): boolean {
  return status === 200 || status === 204
}

function sealEvent(
  { id, type, summary, originalType, resource }: WebhookEvent,
  at: number,
  keys: WechatKeys,
): string {
  return JSON.stringify({
    id,
    create_time: formatRfc3339(at),
    resource_type: 'encrypt-resource',
    event_type: type,
    summary,
    resource: {
      original_type: originalType,
      algorithm: 'AEAD_AES_256_GCM',
      associated_data: originalType,
      ...encryptResource(JSON.stringify(resource), keys.apiV3Key, originalType),
    },
  })
}

async function postBody(
  url: string,
  body: Buffer,
  headers: Record<string, string>,
): Promise<WebhookResponse | null> {
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
