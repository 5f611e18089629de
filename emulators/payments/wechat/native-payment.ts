import type { Trade } from '../trades/trade.ts'
import { merchant } from './keys.ts'
import { WechatError } from './signatures.ts'

/** What a QR code is asked for with, as far as money hangs on it. */
export type NativePayment = Pick<Trade, 'no' | 'amount' | 'currency' | 'subject' | 'notifyUrl' | 'expires'>

const knownFields = new Set(
  'appid mchid description out_trade_no time_expire attach notify_url goods_tag support_fapiao amount detail scene_info settle_info limit_pay'.split(
    ' ',
  ),
)
const minLifetimeMs = 60_000
const maxLifetimeMs = 7 * 86_400_000

/** Checks the fields of POST /v3/pay/transactions/native as the official description has them; refuses what it does not know. */
export function readNativePayment(body: Record<string, unknown>, now: number): NativePayment {
  const foreign = Object.keys(body).find((name) => !knownFields.has(name))
  if (foreign !== undefined) throw invalidField(`/${foreign}`)
  if (body['mchid'] !== merchant.mchid) throw new WechatError(400, 'MCH_NOT_EXISTS', '商户号不存在')
  if (body['appid'] !== merchant.appid)
    throw new WechatError(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配')
  const { total, currency } = (body['amount'] ?? {}) as Record<string, unknown>
  if (!isFen(total)) throw invalidField('/amount/total')
  if (currency !== undefined && currency !== 'CNY') throw invalidField('/amount/currency')
  return {
    no: readText(body, 'out_trade_no', /^[\w\-|*]{6,32}$/),
    subject: readDescription(body),
    notifyUrl: readNotifyUrl(body),
    expires: readExpiry(body, now),
    amount: total,
    currency: 'CNY',
  }
}

/** An address WeChat Pay can tell something: whole, and without a query. */
export function readNotifyUrl(body: Record<string, unknown>): string {
  const url = readText(body, 'notify_url', /^https?:\/\/[^?#\s]{1,240}$/)
  if (!URL.canParse(url)) throw invalidField('/notify_url')
  return url
}

export function isFen(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

export function invalidField(field: string): WechatError {
  return new WechatError(400, 'PARAM_ERROR', `参数错误 ${field}`)
}

export function readText(body: Record<string, unknown>, name: string, shape: RegExp): string {
  const value = body[name]
  if (typeof value !== 'string' || !shape.test(value)) throw invalidField(`/${name}`)
  return value
}

function readDescription(body: Record<string, unknown>): string {
  const value = readText(body, 'description', /^[^\p{Cc}]+$/u)
  if (Buffer.byteLength(value) > 127) throw invalidField('/description')
  return value
}

function readExpiry(body: Record<string, unknown>, now: number): number | null {
  if (body['time_expire'] === undefined) return null
  const at = Date.parse(readText(body, 'time_expire', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/))
  if (Number.isNaN(at) || at < now + minLifetimeMs || at > now + maxLifetimeMs)
    throw invalidField('/time_expire')
  return at
}
