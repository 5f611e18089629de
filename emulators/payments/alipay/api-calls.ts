import { randomInt } from 'node:crypto'
import type { GatewayContext } from '../gateway.ts'
import type { Trade, TradeRefund } from '../trades/trade.ts'
import { parseYuan, refundedAmount, formatShanghaiTime, toTradeStatus, formatYuan } from './formats.ts'

/**
 * The answer to a call before it is signed. `refunded`: a refund that was made just now and needs a webhook.
 */
export interface CallOutcome {
  status: number
  body: Record<string, unknown>
  refunded?: { trade: Trade; refund: TradeRefund }
}

type Context = Pick<GatewayContext, 'ledger' | 'now' | 'getFaults'>
type Body = Readonly<Record<string, unknown>>

/** The calls of version 3 that a merchant's body is posted to, by path. */
export const apiCalls: Readonly<Record<string, (body: Body, context: Context) => CallOutcome>> = {
  '/v3/alipay/trade/query': (body, context) => withTrade(body, context, queryTrade),
  '/v3/alipay/trade/close': (body, context) => withTrade(body, context, closeTrade),
  '/v3/alipay/trade/refund': (body, context) => withTrade(body, context, refundTrade),
  '/v3/alipay/trade/fastpay/refund/query': (body, context) => withTrade(body, context, queryRefund),
}

export function refusal(code: string, message: string, status = 400): CallOutcome {
  return { status, body: { code, message, links: [] } }
}

/** A number as Alipay gives its trades: the day and twenty digits. */
export function newTradeNo(now: number): string {
  const digits = Array.from({ length: 20 }, () => randomInt(10)).join('')
  return `${formatShanghaiTime(now).slice(0, 10).replaceAll('-', '')}${digits}`
}

function withTrade(
  body: Body,
  context: Context,
  work: (trade: Trade, body: Body, context: Context) => CallOutcome,
): CallOutcome {
  const trade = context.ledger.find('alipay', String(body['out_trade_no']))
  if (!trade) return refusal('ACQ.TRADE_NOT_EXIST', '交易不存在')
  if (trade.state === 'waiting' && trade.expires !== null && trade.expires <= context.now())
    updateTrade(trade, { state: 'closed' }, context)
  return work(trade, body, context)
}

function queryTrade(trade: Trade): CallOutcome {
  const { amount, paidAt } = trade
  const paid = paidAt !== null && {
    receipt_amount: formatYuan(amount),
    buyer_pay_amount: formatYuan(amount),
    send_pay_date: formatShanghaiTime(paidAt),
  }
  const said = {
    ...tradeNumbers(trade),
    trade_status: toTradeStatus(trade),
    total_amount: formatYuan(amount),
    ...paid,
  }
  return { status: 200, body: said }
}

function closeTrade(trade: Trade, _body: Body, context: Context): CallOutcome {
  if (trade.state !== 'waiting') return refusal('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
  updateTrade(trade, { state: 'closed' }, context)
  return { status: 200, body: { trade_no: trade.ref, out_trade_no: trade.no } }
}

function refundTrade(trade: Trade, body: Body, context: Context): CallOutcome {
  const { out_request_no: no, refund_amount: asked } = body
  const amount = parseYuan(asked)
  if (amount === null || amount === 0 || typeof no !== 'string')
    return refusal('INVALID_PARAMETER', '参数无效')
  if (trade.state !== 'paid') return refusal('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
  const before = trade.refunds.find((one) => one.no === no)
  if (before && before.amount !== amount) return refusal('ACQ.DISCORDANT_REPEAT_REQUEST', '请求信息不一致')
  if (!before && refundedAmount(trade) + amount > trade.amount)
    return refusal('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限')
  const { refunds } = context.getFaults()
  if (!before && refunds !== 'ok') return { status: 200, body: refundReply(trade, false) }
  const made = before ?? { no, amount, ref: no, at: context.now() }
  if (!before) updateTrade(trade, { refunds: [...trade.refunds, made] }, context)
  return {
    status: 200,
    body: refundReply(trade, !before),
    ...(!before && { refunded: { trade, refund: made } }),
  }
}

/** `hasMoved`: this call moved money. */
function refundReply(trade: Trade, hasMoved: boolean): Record<string, unknown> {
  return {
    ...tradeNumbers(trade),
    fund_change: hasMoved ? 'Y' : 'N',
    refund_fee: formatYuan(refundedAmount(trade)),
  }
}

/** Of a refund that there is not, Alipay tells nothing, and says so with 200. */
function queryRefund(trade: Trade, body: Body): CallOutcome {
  const found = trade.refunds.find(({ no }) => no === body['out_request_no'])
  if (!found) return { status: 200, body: {} }
  const said = {
    trade_no: trade.ref,
    out_trade_no: trade.no,
    out_request_no: found.no,
    total_amount: formatYuan(trade.amount),
    refund_amount: formatYuan(found.amount),
    refund_status: 'REFUND_SUCCESS',
    gmt_refund_pay: formatShanghaiTime(found.at),
  }
  return { status: 200, body: said }
}

function updateTrade(trade: Trade, by: Partial<Trade>, { ledger }: Context): void {
  ledger.save(Object.assign(trade, by))
}

function tradeNumbers({ ref, no }: Trade): Record<string, unknown> {
  return { trade_no: ref, out_trade_no: no, buyer_logon_id: 'sta***@example.com' }
}
