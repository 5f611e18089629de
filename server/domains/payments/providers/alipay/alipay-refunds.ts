import { toMajorUnits } from '@clutch/contract/rules/payments/money.ts'
import { z } from 'zod'
import type { AlipayCalls } from './alipay-calls.ts'
import { parseFen } from './alipay-money.ts'
import {
  ProviderRefused,
  ProviderUnavailable,
  type ProviderRefundRequest,
  type RefundResult,
} from '../provider.ts'

/** Refusals that no later try under the same number changes. */
const hopeless = new Set([
  'ACQ.DISCORDANT_REPEAT_REQUEST',
  'ACQ.REASON_TRADE_BEEN_FREEZEN',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  'ACQ.TRADE_HAS_FINISHED',
  'ACQ.TRADE_NOT_ALLOW_REFUND',
  'ACQ.TRADE_STATUS_ERROR',
])

/** Alipay takes 256 letters; ours are short words. */
const reasonMax = 80

const madeSchema = z.object({ out_trade_no: z.string(), fund_change: z.enum(['Y', 'N']) })
const noneSchema = z.object({ out_request_no: z.undefined().optional() })
const askedSchema = z.object({
  out_trade_no: z.string(),
  out_request_no: z.string(),
  refund_amount: z.string(),
  refund_status: z.string().optional(),
})

/**
 * Makes a refund. One number is refunded once, so a try without an answer is repeated unchanged. A permanent
 * refusal counts only where a signed answer says that the refund does not exist; one that a later try can fix
 * (insufficient balance) throws.
 */
export async function makeAlipayRefund(
  calls: AlipayCalls,
  refund: ProviderRefundRequest,
): Promise<RefundResult> {
  const { no, amount, reason, attempt } = refund
  const body = {
    out_trade_no: attempt.no,
    out_request_no: no,
    refund_amount: toMajorUnits(amount),
    refund_reason: reason.slice(0, reasonMax),
  }
  const answer = await calls.call({ method: 'POST', path: '/v3/alipay/trade/refund', body })
  if (answer.isOk) {
    const read = madeSchema.safeParse(answer.data)
    if (!read.success || read.data.out_trade_no !== attempt.no)
      throw new ProviderUnavailable('Alipay answered about another refund')
    // N: this call moved nothing. Only the query shows whether an earlier one did.
    if (read.data.fund_change === 'Y') return { state: 'done', reference: null }
    return (await find(calls, refund)) ?? { state: 'pending' }
  }
  const known = await find(calls, refund)
  if (known) return known
  if (hopeless.has(answer.code)) return { state: 'failed', code: answer.code }
  throw new ProviderRefused(answer.code, `Alipay refused a refund: ${answer.code}`)
}

/**
 * Returns the state of a refund. Alipay documents that one which its query does not report as a success was not made, and may be
 * requested again with the same number and amount; a request in progress moves the money once all the same.
 */
export async function queryAlipayRefund(
  calls: AlipayCalls,
  refund: ProviderRefundRequest,
): Promise<RefundResult | { state: 'absent' }> {
  const known = await find(calls, refund)
  return known?.state === 'done' ? known : { state: 'absent' }
}

/** Null where Alipay signs that there is no such refund, which it does with an answer about none. */
async function find(
  calls: AlipayCalls,
  { no, amount, attempt }: ProviderRefundRequest,
): Promise<RefundResult | null> {
  const answer = await calls.call({
    method: 'POST',
    path: '/v3/alipay/trade/fastpay/refund/query',
    body: { out_trade_no: attempt.no, out_request_no: no },
  })
  if (!answer.isOk) throw new ProviderUnavailable(`Alipay refused a question: ${answer.code}`)
  if (noneSchema.safeParse(answer.data).success) return null
  const read = askedSchema.safeParse(answer.data)
  if (!read.success || read.data.out_trade_no !== attempt.no || read.data.out_request_no !== no)
    throw new ProviderUnavailable('Alipay answered about another refund')
  if (parseFen(read.data.refund_amount) !== amount)
    throw new ProviderUnavailable('Alipay reported another amount')
  return read.data.refund_status === 'REFUND_SUCCESS'
    ? { state: 'done', reference: null }
    : { state: 'pending' }
}
