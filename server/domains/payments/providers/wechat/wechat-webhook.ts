import { createDecipheriv, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { type VerifiedWebhook, WebhookUnverified, type RawWebhook } from '../provider.ts'
import type { WechatAccount } from './wechat-account.ts'
import { parseJson } from '../../../../platform/parse-json.ts'

const staleMs = 300_000
const tagBytes = 16
/** What WeChat Pay now and then sends to see that a signature that does not hold is refused. */
const probePrefix = 'WECHATPAY/SIGNTEST/'

const envelopeSchema = z.object({
  id: z.string().min(1).max(64),
  event_type: z.string().min(1).max(64),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string().min(1),
    associated_data: z.string().default(''),
  }),
})
const resourceSchema = z.object({
  mchid: z.string().optional(),
  appid: z.string().optional(),
  out_trade_no: z.string().optional(),
  trade_state: z.string().optional(),
  amount: z.object({ total: z.int(), currency: z.string().default('CNY') }).optional(),
})

/**
 * H5: a notify whose signature holds over the bytes that came, within five minutes of the portal’s clock, opened with the
 * APIv3 key. Only a transaction that is SUCCESS is money; a refund is not. Throws WebhookUnverified for everything else.
 */
export function readWechatWebhook(raw: RawWebhook, account: WechatAccount, now: Date): VerifiedWebhook {
  checkSignature(raw, account, now)
  const envelope = envelopeSchema.safeParse(parseJson(raw.body.toString('utf8')))
  if (!envelope.success) throw new WebhookUnverified('a notify of WeChat Pay in another form')
  const { id, event_type: kind, resource } = envelope.data
  const opened = resourceSchema.safeParse(parseJson(open(resource, account.apiV3Key)))
  if (!opened.success) throw new WebhookUnverified('a notify of WeChat Pay with another content')
  const { mchid, appid, out_trade_no: no, trade_state: state, amount } = opened.data
  const isPaid = kind === 'TRANSACTION.SUCCESS' && state === 'SUCCESS' && amount !== undefined
  // A refund’s notify names the merchant and no app.
  const isOfRefund = kind.startsWith('REFUND.')
  const isOurApp = appid === account.appid || (appid === undefined && isOfRefund)
  return {
    about: isOfRefund ? 'refund' : 'payment',
    event: id,
    kind,
    no: no ?? null,
    providerOrder: null,
    ours: mchid === account.mchid && isOurApp,
    money: isPaid ? { amount: amount.total, currency: amount.currency } : null,
  }
}

function checkSignature({ headers, body }: RawWebhook, { keys }: WechatAccount, now: Date): void {
  const timestamp = header(headers, 'wechatpay-timestamp')
  const nonce = header(headers, 'wechatpay-nonce')
  const signature = header(headers, 'wechatpay-signature')
  if (signature.startsWith(probePrefix)) throw new WebhookUnverified('a probe of WeChat Pay, to be refused')
  const key = keys.get(header(headers, 'wechatpay-serial'))
  if (!key) throw new WebhookUnverified('a notify of WeChat Pay under an unknown serial')
  if (!/^\d{10}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp) * 1000) > staleMs)
    throw new WebhookUnverified('a notify of WeChat Pay from another time')
  const signed = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')])
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64')))
    throw new WebhookUnverified('a notify of WeChat Pay with a signature that does not hold')
}

/** `final` is what checks the tag: without it a changed ciphertext opens as well. */
function open(
  { ciphertext, nonce, associated_data: data }: z.output<typeof envelopeSchema>['resource'],
  apiV3Key: string,
): string {
  const sealed = Buffer.from(ciphertext, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: tagBytes })
    decipher.setAuthTag(sealed.subarray(-tagBytes)).setAAD(Buffer.from(data))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
    return text.toString('utf8')
  } catch {
    throw new WebhookUnverified('a notify of WeChat Pay that the APIv3 key does not open')
  }
}

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  if (typeof value !== 'string') throw new WebhookUnverified(`a notify of WeChat Pay without ${name}`)
  return value
}
