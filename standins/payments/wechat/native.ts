import type { Trade } from '../trade.ts'
import { merchant } from './keys.ts'
import { Refusal } from './signing.ts'

/** What a QR code is asked for with, as far as money hangs on it. */
export type Wanted = Pick<Trade, 'no' | 'amount' | 'currency' | 'subject' | 'notifyUrl' | 'expires'>

const known = new Set(
  'appid mchid description out_trade_no time_expire attach notify_url goods_tag support_fapiao amount detail scene_info settle_info limit_pay'.split(
    ' ',
  ),
)
const leastMs = 60_000
const mostMs = 7 * 86_400_000

/** Checks the fields of POST /v3/pay/transactions/native as the official description has them; refuses what it does not know. */
export function readNative(body: Record<string, unknown>, now: number): Wanted {
  const foreign = Object.keys(body).find((name) => !known.has(name))
  if (foreign !== undefined) throw wrong(`/${foreign}`)
  if (body['mchid'] !== merchant.mchid) throw new Refusal(400, 'MCH_NOT_EXISTS', '商户号不存在')
  if (body['appid'] !== merchant.appid) throw new Refusal(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配')
  const { total, currency } = (body['amount'] ?? {}) as Record<string, unknown>
  if (!isFen(total)) throw wrong('/amount/total')
  if (currency !== undefined && currency !== 'CNY') throw wrong('/amount/currency')
  return {
    no: text(body, 'out_trade_no', /^[\w\-|*]{6,32}$/),
    subject: description(body),
    notifyUrl: readNotifyUrl(body),
    expires: expiry(body, now),
    amount: total,
    currency: 'CNY',
  }
}

/** An address WeChat Pay can tell something: whole, and without a query. */
export function readNotifyUrl(body: Record<string, unknown>): string {
  const url = text(body, 'notify_url', /^https?:\/\/[^?#\s]{1,240}$/)
  if (!URL.canParse(url)) throw wrong('/notify_url')
  return url
}

export function isFen(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

export function wrong(field: string): Refusal {
  return new Refusal(400, 'PARAM_ERROR', `参数错误 ${field}`)
}

export function text(body: Record<string, unknown>, name: string, shape: RegExp): string {
  const value = body[name]
  if (typeof value !== 'string' || !shape.test(value)) throw wrong(`/${name}`)
  return value
}

function description(body: Record<string, unknown>): string {
  const value = text(body, 'description', /^[^\p{Cc}]+$/u)
  if (Buffer.byteLength(value) > 127) throw wrong('/description')
  return value
}

function expiry(body: Record<string, unknown>, now: number): number | null {
  if (body['time_expire'] === undefined) return null
  const at = Date.parse(text(body, 'time_expire', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/))
  if (Number.isNaN(at) || at < now + leastMs || at > now + mostMs) throw wrong('/time_expire')
  return at
}
