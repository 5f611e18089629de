import { toMajorUnits } from '@clutch/contract/rules/payments/money.ts'
import { billTimeoutMs, providerTimeoutMs } from '@clutch/contract/limits.ts'
import type { AlipaySdk } from './alipay-sdk.ts'
import { z } from 'zod'
import { type AlipaySettings, alipayAccount } from './alipay-account.ts'
import { readAlipayBill } from './alipay-bill.ts'
import { AlipayCalls } from './alipay-calls.ts'
import { parseFen, fromShanghaiTime, shanghaiTime } from './alipay-money.ts'
import { readAlipayWebhook } from './alipay-webhook.ts'
import { queryAlipayRefund, makeAlipayRefund } from './alipay-refunds.ts'
import {
  type AttemptRequest,
  type StartedAttempt,
  type Provider,
  ProviderRefused,
  ProviderUnavailable,
  type ProviderTimes,
  type AttemptResult,
} from '../provider.ts'

const production = 'https://openapi.alipay.com'

/**
 * H3: Alipay (its page on a desktop, its page for phones); null where it is not configured. Beginning makes
 * no call: the address of the page is signed here, and Alipay knows a payment once its page was opened.
 */
export function alipayProvider(
  settings: AlipaySettings,
  { now, timeoutMs = providerTimeoutMs, billMs = billTimeoutMs }: ProviderTimes,
): Provider | null {
  const account = alipayAccount(settings)
  if (!account) return null
  const { alipayUrl, publicUrl } = settings
  const calls = new AlipayCalls(account, { now, timeoutMs })
  const notifyUrl = `${publicUrl}/api/payment/notify/alipay`
  return {
    method: 'alipay',
    currency: 'CNY',
    host: new URL(alipayUrl).host,
    emulated: alipayUrl !== production,
    begin: async (attempt) => begin(account.sdks[0], attempt, { notifyUrl, now: now() }),
    ask: (attempt) => calls.within(() => ask(calls, attempt)),
    close: (attempt) => calls.within(() => close(calls, attempt)),
    refund: (refund) => calls.within(() => makeAlipayRefund(calls, refund)),
    askRefund: (refund) => calls.within(() => queryAlipayRefund(calls, refund)),
    readNotify: async (raw) => readAlipayWebhook(raw, account),
    accepted: { status: 200, type: 'text/plain', body: 'success' },
    bill: (day) => calls.within((signal) => readAlipayBill(calls, { day, home: alipayUrl, signal }), billMs),
    stop: () => calls.stop(),
  }
}

/**
 * Uses GET, since the SDK's form for POST escapes too little. The SDK would send the time in the computer's
 * own time zone.
 */
function begin(
  sdk: AlipaySdk,
  attempt: AttemptRequest,
  { notifyUrl, now }: { notifyUrl: string; now: Date },
): StartedAttempt {
  const { no, amount, subject, device, until, returnUrl } = attempt
  const isPhone = device === 'mobile'
  const paymentUrl = sdk.pageExec(isPhone ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay', 'GET', {
    timestamp: shanghaiTime(now),
    notifyUrl,
    returnUrl,
    bizContent: {
      out_trade_no: no,
      total_amount: toMajorUnits(amount),
      subject,
      product_code: isPhone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
      time_expire: shanghaiTime(until),
      ...(isPhone && { quit_url: returnUrl }),
    },
  })
  return { paymentUrl, providerOrder: null }
}

const tradeSchema = z.object({
  out_trade_no: z.string(),
  trade_no: z.string().min(1),
  trade_status: z.string(),
  total_amount: z.string(),
  trans_currency: z.string().optional(),
  send_pay_date: z.string().optional(),
})

async function ask(calls: AlipayCalls, { no }: AttemptRequest): Promise<AttemptResult> {
  const answer = await calls.call({
    method: 'POST',
    path: '/v3/alipay/trade/query',
    body: { out_trade_no: no },
  })
  if (!answer.isOk) {
    if (answer.code === 'ACQ.TRADE_NOT_EXIST') return { state: 'absent' }
    throw new ProviderUnavailable(`Alipay refused a question: ${answer.code}`)
  }
  const read = tradeSchema.safeParse(answer.data)
  if (!read.success) throw new ProviderUnavailable('Alipay sent an unexpected response')
  if (read.data.out_trade_no !== no) throw new ProviderUnavailable('Alipay answered about another payment')
  return toAttemptResult(read.data)
}

/** A fully refunded trade is closed too: its time of payment shows that it was paid. */
function toAttemptResult({ trade_status: status, ...trade }: z.output<typeof tradeSchema>): AttemptResult {
  if (status === 'WAIT_BUYER_PAY') return { state: 'unpaid' }
  if (status === 'TRADE_CLOSED' && trade.send_pay_date === undefined) return { state: 'closed' }
  if (!['TRADE_SUCCESS', 'TRADE_FINISHED', 'TRADE_CLOSED'].includes(status))
    throw new ProviderUnavailable('Alipay answered with an unknown state')
  if (trade.send_pay_date === undefined)
    throw new ProviderUnavailable('Alipay reported a payment without its time')
  return {
    state: 'paid',
    payment: {
      reference: trade.trade_no,
      amount: parseFen(trade.total_amount),
      currency: trade.trans_currency ?? 'CNY',
      paidAt: fromShanghaiTime(trade.send_pay_date),
    },
  }
}

/** Closed is what Alipay signs as closed. Whatever it refuses with (paid, closed before) makes us ask. */
async function close(calls: AlipayCalls, attempt: AttemptRequest): Promise<AttemptResult> {
  const body = { out_trade_no: attempt.no }
  const answer = await calls.call({ method: 'POST', path: '/v3/alipay/trade/close', body })
  if (answer.isOk) {
    const read = z.object({ out_trade_no: z.literal(attempt.no) }).safeParse(answer.data)
    if (!read.success) throw new ProviderUnavailable('Alipay answered about another payment')
    return { state: 'closed' }
  }
  const now = await ask(calls, attempt)
  if (now.state === 'unpaid')
    throw new ProviderRefused(answer.code, `Alipay refused to close: ${answer.code}`)
  return now
}
