import { createHash, randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { PaymentFaults } from '../faults/faults.ts'
import type { WebhookResponse, WebhookMessage } from '../webhook-sender.ts'
import type { Trade } from '../trades/trade.ts'
import type { PaypalKeys } from './keys.ts'
import {
  toCaptureResource,
  toDisputeResource,
  toMoney,
  toOrderResource,
  toRefundResource,
  toReversalResource,
  formatTimestamp,
} from './resources.ts'

export type WebhookKind =
  | 'CHECKOUT.ORDER.APPROVED'
  | 'PAYMENT.CAPTURE.COMPLETED'
  | 'PAYMENT.CAPTURE.REFUNDED'
  | 'PAYMENT.CAPTURE.REVERSED'
  | 'CUSTOMER.DISPUTE.CREATED'

interface WebhookContext {
  keys: PaypalKeys
  getFaults: () => PaymentFaults
  now: () => number
  pageUrl: string
}

const responseTimeoutMs = 10_000

/** Returns the webhook that the state of a trade requires; null if none. */
export function webhookKindOf({ state, refunds, reversed }: Trade): WebhookKind | null {
  if (reversed !== undefined) return 'PAYMENT.CAPTURE.REVERSED'
  if (refunds.length > 0) return 'PAYMENT.CAPTURE.REFUNDED'
  if (state === 'paid') return 'PAYMENT.CAPTURE.COMPLETED'
  return state === 'approved' ? 'CHECKOUT.ORDER.APPROVED' : null
}

/**
 * Creates a webhook about the present state of a trade; every sending has a new signature and is the same
 * event.
 */
export function createWebhook(trade: Trade, kind: WebhookKind, around: WebhookContext): WebhookMessage {
  const event = createEvent(trade, kind, around)
  return {
    send: () => postEvent(trade.notifyUrl, event, around),
    isAccepted: ({ status }) => status >= 200 && status < 300,
  }
}

async function postEvent(
  url: string,
  event: unknown,
  around: WebhookContext,
): Promise<WebhookResponse | null> {
  const { body, headers } = await signEvent(event, around)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    return { status: answer.status, body: await answer.text() }
  } catch {
    return null
  }
}

/** The signature is over the CRC-32 of the body, as PayPal’s is. */
async function signEvent(event: unknown, { keys, getFaults, now }: WebhookContext) {
  const { notify } = getFaults()
  const { path, identity } = await keys.signer(notify === 'forged')
  const { webhookId } = keys.account
  const body = Buffer.from(JSON.stringify(event))
  const [id, time] = [randomUUID(), formatTimestamp(now())]
  const text = `${id}|${time}|${notify === 'foreign' ? `${webhookId}X` : webhookId}|${crc32(body)}`
  const signature = sign('RSA-SHA256', Buffer.from(text), identity.key).toString('base64')
  return {
    body: notify === 'tampered' ? Buffer.from(body.toString().replace('"1.0"', '"1.1"')) : body,
    headers: {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature,
      'paypal-cert-url': `https://api.sandbox.paypal.com${path}`,
      'paypal-auth-algo': 'SHA256withRSA',
    },
  }
}

function createEvent(trade: Trade, kind: WebhookKind, { getFaults, pageUrl, now }: WebhookContext) {
  const { notify } = getFaults()
  const original: Trade = {
    ...trade,
    ...(notify === 'other-amount' && { amount: trade.amount + 100 }),
    ...(notify === 'other-currency' && { currency: 'EUR' }),
  }
  const id = createHash('sha256').update(`${kind} ${trade.order} ${trade.refunds.length}`).digest('hex')
  const { amount, currency } = original
  return {
    id: `WH-${id.slice(0, 17)}-${id.slice(17, 34)}`.toUpperCase(),
    event_version: '1.0',
    create_time: formatTimestamp(now()),
    resource_type: eventTypeOf(kind),
    event_type: kind,
    summary: `${toMoney(amount, currency).value} ${currency}`,
    resource: eventResourceOf(original, kind, pageUrl),
  }
}

function eventTypeOf(kind: WebhookKind): string {
  if (kind.startsWith('CHECKOUT')) return 'checkout-order'
  if (kind.startsWith('CUSTOMER')) return 'dispute'
  return kind === 'PAYMENT.CAPTURE.REVERSED' ? 'refund' : 'capture'
}

function eventResourceOf(trade: Trade, kind: WebhookKind, pageUrl: string): unknown {
  if (kind === 'CUSTOMER.DISPUTE.CREATED') return toDisputeResource(trade)
  if (kind === 'PAYMENT.CAPTURE.REVERSED') return toReversalResource(trade)
  const last = trade.refunds.at(-1)
  if (kind === 'CHECKOUT.ORDER.APPROVED') return toOrderResource(trade, pageUrl)
  return kind === 'PAYMENT.CAPTURE.REFUNDED' && last
    ? toRefundResource(trade, last)
    : toCaptureResource(trade)
}
