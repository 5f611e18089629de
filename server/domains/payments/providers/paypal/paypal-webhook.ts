import { verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { type PaypalAccount, hostsOf } from './paypal-account.ts'
import type { SendRequest } from './paypal-calls.ts'
import { attemptOfCapture } from './paypal-captures.ts'
import type { PaypalCertificates } from './paypal-certificates.ts'
import { type VerifiedWebhook, WebhookUnverified, type RawWebhook } from '../provider.ts'

interface Check {
  line: SendRequest
  account: PaypalAccount
  certificates: PaypalCertificates
  now: Date
  signal: AbortSignal
}

/** PayPal repeats rejected webhooks for three days. */
const oldestMs = 4 * 24 * 3_600_000
const newestMs = 10 * 60_000

const event = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  event_type: z.string().regex(/^[A-Z0-9._-]{1,100}$/),
  resource: z.unknown(),
})
const number = z.string().regex(/^[0-9A-Za-z]{8,32}$/)
const order = z.string().regex(/^[\w-]{1,36}$/)
const approved = z.object({ id: order, purchase_units: z.tuple([z.object({ custom_id: number })]) })
const customId = z.object({ custom_id: number })
const capture = z.string().regex(/^[\w-]{1,36}$/)
const disputed = z.object({ disputed_transactions: z.tuple([z.object({ seller_transaction_id: capture })]) })
const linked = z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })) })
const related = z.object({ supplementary_data: z.object({ related_ids: z.object({ order_id: order }) }) })

/**
 * H3: verifies a webhook and reads which attempt it is about; throws WebhookUnverified. The signature covers
 * only the body’s CRC-32, which another body can be made to match: it proves that PayPal sent something to
 * this webhook, but not its contents. So it is a hint, and says nothing about money. Its headers must never
 * be logged: such a forgery is made from them.
 */
export async function readWebhook({ headers, body }: RawWebhook, check: Check): Promise<VerifiedWebhook> {
  const { id, time, sig, certUrl } = readHeaders(headers, check)
  const key = await check.certificates.find(certUrl, check.now, check.signal)
  const signed = Buffer.from(`${id}|${time}|${check.account.webhookId}|${crc32(body)}`)
  if (!verify('RSA-SHA256', signed, key, Buffer.from(sig, 'base64')))
    throw new WebhookUnverified('the signature does not hold')
  return readEvent(body, check.line)
}

function readHeaders(headers: IncomingHttpHeaders, { account, now }: Check) {
  const of = (name: string, form: RegExp): string => {
    const value = headers[`paypal-${name}`]
    if (typeof value !== 'string' || !form.test(value)) throw new WebhookUnverified(`${name} is not PayPal’s`)
    return value
  }
  of('auth-algo', /^SHA256withRSA$/)
  const time = of('transmission-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/)
  const age = now.getTime() - Date.parse(time)
  if (!(age < oldestMs && age > -newestMs)) throw new WebhookUnverified('it was sent at another time')
  const hosts = hostsOf(account).map((host) => host.replaceAll('.', String.raw`\.`))
  return {
    id: of('transmission-id', /^[\w-]{1,100}$/),
    time,
    sig: of('transmission-sig', /^[A-Za-z0-9+/]{100,1400}={0,2}$/),
    certUrl: of(
      'cert-url',
      new RegExp(`^https://(${hosts.join('|')})/v1/notifications/certs/[\\w-]{1,200}$`),
    ),
  }
}

async function readEvent(body: Buffer, line: SendRequest): Promise<VerifiedWebhook> {
  const read = event.safeParse(parse(body))
  if (!read.success) throw new WebhookUnverified('the body cannot be read')
  const { id, event_type: kind, resource } = read.data
  const about = aboutOf(kind)
  const hint = { about, event: id, kind, ours: true, money: null }
  if (kind.startsWith('CHECKOUT.ORDER.')) {
    const { data } = approved.safeParse(resource)
    return { ...hint, no: data?.purchase_units[0].custom_id ?? null, providerOrder: data?.id ?? null }
  }
  const no = customId.safeParse(resource).data?.custom_id ?? null
  const providerOrder = related.safeParse(resource).data?.supplementary_data.related_ids.order_id ?? null
  if (no !== null || providerOrder !== null || about === 'payment') return { ...hint, no, providerOrder }
  // Disputes, and what PayPal takes back by itself, may name the capture alone.
  const captured = captureOf(resource)
  return { ...hint, no: captured === null ? null : await attemptOfCapture(line, captured), providerOrder }
}

function aboutOf(kind: string): NonNullable<VerifiedWebhook['about']> {
  if (kind === 'PAYMENT.CAPTURE.REVERSED' || /^(CUSTOMER|RISK)\.DISPUTE\./.test(kind)) return 'reversal'
  return kind === 'PAYMENT.CAPTURE.REFUNDED' || kind.startsWith('PAYMENT.REFUND.') ? 'refund' : 'payment'
}

/** The capture that a dispute, a refund or a reversal is of. */
function captureOf(resource: unknown): string | null {
  const transaction = disputed.safeParse(resource).data?.disputed_transactions[0]
  if (transaction) return transaction.seller_transaction_id
  const up = linked.safeParse(resource).data?.links.find(({ rel }) => rel === 'up')
  return /\/v2\/payments\/captures\/([\w-]{1,36})$/.exec(up?.href ?? '')?.[1] ?? null
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
