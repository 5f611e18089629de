import { billTimeoutMs, providerTimeoutMs } from '@clutch/contract/limits.ts'
import { z } from 'zod'
import {
  type AttemptRequest,
  type StartedAttempt,
  type Provider,
  ProviderRefused,
  ProviderUnavailable,
  type ProviderTimes,
  type ProviderRefundRequest,
  type RefundResult,
  type AttemptResult,
} from '../provider.ts'
import { readWechatBill } from './wechat-bill.ts'
import { type WechatClient, wechatClient } from './wechat-client.ts'
import { type WechatAccount, type WechatSettings, wechatAccount } from './wechat-account.ts'
import { readWechatWebhook } from './wechat-webhook.ts'

const production = /^https:\/\/api2?\.mch\.weixin\.qq\.com$/
const descriptionMaxBytes = 127
const reasonMaxBytes = 80
const zoneMs = 8 * 3_600_000

/** What every call needs. */
interface Wechat {
  account: WechatAccount
  client: WechatClient
  notifyUrl: string
}

const transactionSchema = z.object({
  mchid: z.string(),
  appid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.string().min(1).optional(),
  success_time: z.iso.datetime({ offset: true }).optional(),
  amount: z.object({ total: z.int(), currency: z.string().default('CNY') }).optional(),
})
const refundSchema = z.object({
  out_refund_no: z.string(),
  out_trade_no: z.string(),
  refund_id: z.string(),
  status: z.string(),
  amount: z.object({ refund: z.int() }),
})

/** Refusals of a refund that no later try under its number changes. */
const hopeless = new Set([
  'INVALID_REQUEST',
  'PARAM_ERROR',
  'REFUND_FEE_MISMATCH',
  'TRADE_OVERDUE',
  'USER_ACCOUNT_ABNORMAL',
])

/**
 * H3: WeChat Pay (API v3, Native: a QR code); null where its settings are not there. Notifies are judged by the portal’s
 * clock; the library judges answers by the computer’s.
 */
export function wechatProvider(
  settings: WechatSettings,
  { now, timeoutMs = providerTimeoutMs, billMs = billTimeoutMs }: ProviderTimes,
): Provider | null {
  const account = wechatAccount(settings)
  if (!account) return null
  const client = wechatClient(account, settings.wechatUrl)
  const wechat: Wechat = {
    account,
    client,
    notifyUrl: `${settings.publicUrl}/api/payment/notify/wechat`,
  }
  // One deadline for all that a call takes, however many questions that are.
  const deadline = () => AbortSignal.timeout(timeoutMs)
  return {
    method: 'wechat',
    currency: 'CNY',
    host: new URL(settings.wechatUrl).host,
    emulated: !production.test(settings.wechatUrl),
    begin: (attempt) => begin(wechat, attempt, deadline()),
    ask: (attempt) => ask(wechat, attempt, deadline()),
    close: (attempt) => close(wechat, attempt, deadline()),
    refund: (refund) => requestRefund(wechat, refund, deadline()),
    askRefund: async (refund) => (await findRefund(wechat, refund, deadline())) ?? { state: 'absent' },
    readNotify: async (raw) => readWechatWebhook(raw, account, now()),
    accepted: { status: 200, type: 'application/json', body: '{"code":"SUCCESS","message":"成功"}' },
    bill: (day) => {
      const call: WechatClient['call'] = (one, inAll) =>
        client.call(one, AbortSignal.any([inAll, deadline()]))
      const signal = AbortSignal.timeout(billMs)
      return readWechatBill({ ...client, call }, { day, appid: account.appid, signal })
    },
    stop: client.stop,
  }
}

async function begin(
  { account: { appid, mchid }, client, notifyUrl }: Wechat,
  { no, amount, currency, subject, until }: AttemptRequest,
  signal: AbortSignal,
): Promise<StartedAttempt> {
  const body = {
    appid,
    mchid,
    description: cut(subject, descriptionMaxBytes),
    out_trade_no: no,
    time_expire: `${new Date(until.getTime() + zoneMs).toISOString().slice(0, 19)}+08:00`,
    notify_url: notifyUrl,
    amount: { total: amount, currency },
  }
  const answer = await client.call({ method: 'post', path: 'v3/pay/transactions/native', body }, signal)
  if (!answer.isOk) throw new ProviderRefused(answer.code, `WeChat Pay refused: ${answer.code}`)
  const read = z.object({ code_url: z.string().regex(/^weixin:\/\/\S{1,500}$/) }).safeParse(answer.body)
  if (!read.success) throw new ProviderUnavailable('WeChat Pay gave no code')
  return { paymentUrl: read.data.code_url, providerOrder: null }
}

/** Only a signed answer says anything; “no such order” is not signed, and `absent` says no more than that. */
async function ask(
  { account, client }: Wechat,
  { no }: AttemptRequest,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const path = `v3/pay/transactions/out-trade-no/${no}`
  const answer = await client.call({ method: 'get', path, query: { mchid: account.mchid } }, signal)
  if (!answer.isOk) {
    if (/^ORDER_?NOT_?EXIST$/.test(answer.code)) return { state: 'absent' }
    throw new ProviderUnavailable(`WeChat Pay refused a question: ${answer.code}`)
  }
  const read = transactionSchema.safeParse(answer.body)
  if (!read.success) throw new ProviderUnavailable('WeChat Pay sent an unexpected response')
  const { mchid, appid, out_trade_no: answeredNo } = read.data
  if (mchid !== account.mchid || appid !== account.appid || answeredNo !== no)
    throw new ProviderUnavailable('WeChat Pay answered about another payment')
  return toAttemptResult(read.data)
}

function toAttemptResult(transaction: z.output<typeof transactionSchema>): AttemptResult {
  const { trade_state: state, transaction_id: reference, success_time: paid, amount } = transaction
  switch (state) {
    // A refunded payment, also a partly refunded one, was paid.
    case 'SUCCESS':
    case 'REFUND':
      if (reference === undefined || paid === undefined || amount === undefined)
        throw new ProviderUnavailable('WeChat Pay reported a payment without its amount')
      return {
        state: 'paid',
        payment: {
          reference,
          amount: amount.total,
          currency: amount.currency,
          paidAt: new Date(paid),
        },
      }
    case 'NOTPAY':
    case 'PAYERROR':
      return { state: 'unpaid' }
    case 'USERPAYING':
      return { state: 'pending' }
    case 'CLOSED':
    case 'REVOKED':
      return { state: 'closed' }
    default:
      throw new ProviderUnavailable('WeChat Pay answered with an unknown state')
  }
}

/** A 204 is signed: it can no longer be paid. After any refusal (such as ORDERPAID) we query the attempt. */
async function close(wechat: Wechat, attempt: AttemptRequest, signal: AbortSignal): Promise<AttemptResult> {
  const path = `v3/pay/transactions/out-trade-no/${attempt.no}/close`
  const body = { mchid: wechat.account.mchid }
  const answer = await wechat.client.call({ method: 'post', path, body, status: 204 }, signal)
  return answer.isOk ? { state: 'closed' } : ask(wechat, attempt, signal)
}

/**
 * Refunds one number once, so an attempt without an answer is repeated unchanged. It is refused permanently
 * only if no refund exists; a refusal that a later attempt can overcome (insufficient balance) throws.
 */
async function requestRefund(
  wechat: Wechat,
  refund: ProviderRefundRequest,
  signal: AbortSignal,
): Promise<RefundResult> {
  const { no, amount, reason, attempt } = refund
  const body = {
    out_trade_no: attempt.no,
    out_refund_no: no,
    reason: cut(reason, reasonMaxBytes),
    notify_url: wechat.notifyUrl,
    amount: { refund: amount, total: attempt.paid, currency: attempt.currency },
  }
  const answer = await wechat.client.call(
    { method: 'post', path: 'v3/refund/domestic/refunds', body },
    signal,
  )
  if (answer.isOk) return toRefundResult(answer.body, refund)
  const known = await findRefund(wechat, refund, signal)
  if (known) return known
  if (hopeless.has(answer.code)) return { state: 'failed', code: answer.code }
  throw new ProviderRefused(answer.code, `WeChat Pay refused a refund: ${answer.code}`)
}

/**
 * Returns the state of a refund; null if WeChat Pay does not know it. That answer is not signed, so nothing but a repetition under the
 * same number follows from it.
 */
async function findRefund(
  { client }: Wechat,
  refund: ProviderRefundRequest,
  signal: AbortSignal,
): Promise<RefundResult | null> {
  const path = `v3/refund/domestic/refunds/${refund.no}`
  const answer = await client.call({ method: 'get', path }, signal)
  if (answer.isOk) return toRefundResult(answer.body, refund)
  if (answer.code === 'RESOURCE_NOT_EXISTS') return null
  throw new ProviderUnavailable(`WeChat Pay refused a question: ${answer.code}`)
}

/**
 * ABNORMAL (the buyer's card is closed) waits for the merchant to act on WeChat Pay's own page, and can still
 * arrive.
 */
function toRefundResult(body: unknown, { no, amount, attempt }: ProviderRefundRequest): RefundResult {
  const read = refundSchema.safeParse(body)
  if (!read.success) throw new ProviderUnavailable('WeChat Pay sent an unexpected response')
  const { out_refund_no: answeredNo, out_trade_no: attemptNo, refund_id: reference, status } = read.data
  if (answeredNo !== no || attemptNo !== attempt.no || read.data.amount.refund !== amount)
    throw new ProviderUnavailable('WeChat Pay answered about another payment')
  if (status === 'SUCCESS') return { state: 'done', reference }
  if (status === 'CLOSED') return { state: 'failed', code: status }
  return { state: 'pending' }
}

/** Returns the longest start of a text that fits into that many bytes, without splitting a character. */
function cut(text: string, bytes: number): string {
  let start = ''
  for (const letter of text) {
    if (Buffer.byteLength(start + letter) > bytes) break
    start += letter
  }
  return start
}
