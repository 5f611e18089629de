import { createHash, randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Faults } from '../faults.ts'
import type { Delivery, Message } from '../notifier.ts'
import type { Trade } from '../trade.ts'
import type { Keys } from './keys.ts'
import { captureOf, disputeOf, money, orderOf, refundOf, reversalOf, stamp } from './shapes.ts'

export type Kind =
  | 'CHECKOUT.ORDER.APPROVED'
  | 'PAYMENT.CAPTURE.COMPLETED'
  | 'PAYMENT.CAPTURE.REFUNDED'
  | 'PAYMENT.CAPTURE.REVERSED'
  | 'CUSTOMER.DISPUTE.CREATED'

interface Surroundings {
  keys: Keys
  faults: () => Faults
  now: () => number
  pageUrl: string
}

const answerWithinMs = 10_000

/** What is to be told of a trade as it stands; null where nothing is. */
export function kindOf({ state, refunds, reversed }: Trade): Kind | null {
  if (reversed !== undefined) return 'PAYMENT.CAPTURE.REVERSED'
  if (refunds.length > 0) return 'PAYMENT.CAPTURE.REFUNDED'
  if (state === 'paid') return 'PAYMENT.CAPTURE.COMPLETED'
  return state === 'approved' ? 'CHECKOUT.ORDER.APPROVED' : null
}

/** A webhook about a trade as it stands now; every sending is signed anew and is the same event. */
export function messageOf(trade: Trade, kind: Kind, around: Surroundings): Message {
  const event = eventOf(trade, kind, around)
  return {
    post: () => post(trade.notifyUrl, event, around),
    accepted: ({ status }) => status >= 200 && status < 300,
  }
}

async function post(url: string, event: unknown, around: Surroundings): Promise<Delivery | null> {
  const { body, headers } = await signed(event, around)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    return { status: answer.status, body: await answer.text() }
  } catch {
    return null
  }
}

/** The signature is over the CRC-32 of the body, as PayPal’s is. */
async function signed(event: unknown, { keys, faults, now }: Surroundings) {
  const { notify } = faults()
  const { path, identity } = await keys.signer(notify === 'forged')
  const { webhookId } = keys.account
  const body = Buffer.from(JSON.stringify(event))
  const [id, time] = [randomUUID(), stamp(now())]
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

function eventOf(trade: Trade, kind: Kind, { faults, pageUrl, now }: Surroundings) {
  const { notify } = faults()
  const told: Trade = {
    ...trade,
    ...(notify === 'other-amount' && { amount: trade.amount + 100 }),
    ...(notify === 'other-currency' && { currency: 'EUR' }),
  }
  const id = createHash('sha256').update(`${kind} ${trade.order} ${trade.refunds.length}`).digest('hex')
  const { amount, currency } = told
  return {
    id: `WH-${id.slice(0, 17)}-${id.slice(17, 34)}`.toUpperCase(),
    event_version: '1.0',
    create_time: stamp(now()),
    resource_type: typeOf(kind),
    event_type: kind,
    summary: `${money(amount, currency).value} ${currency}`,
    resource: resourceOf(told, kind, pageUrl),
  }
}

function typeOf(kind: Kind): string {
  if (kind.startsWith('CHECKOUT')) return 'checkout-order'
  if (kind.startsWith('CUSTOMER')) return 'dispute'
  return kind === 'PAYMENT.CAPTURE.REVERSED' ? 'refund' : 'capture'
}

function resourceOf(trade: Trade, kind: Kind, pageUrl: string): unknown {
  if (kind === 'CUSTOMER.DISPUTE.CREATED') return disputeOf(trade)
  if (kind === 'PAYMENT.CAPTURE.REVERSED') return reversalOf(trade)
  const last = trade.refunds.at(-1)
  if (kind === 'CHECKOUT.ORDER.APPROVED') return orderOf(trade, pageUrl)
  return kind === 'PAYMENT.CAPTURE.REFUNDED' && last ? refundOf(trade, last) : captureOf(trade)
}
