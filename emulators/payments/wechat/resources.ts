import { createHash } from 'node:crypto'
import type { Trade, TradeRefund } from '../trades/trade.ts'
import { merchant } from './keys.ts'

const zoneMs = 8 * 3_600_000

/** `2026-11-21T12:00:00+08:00` of ms since 1970. */
export function formatRfc3339(ms: number): string {
  return `${new Date(ms + zoneMs).toISOString().slice(0, 19)}+08:00`
}

/** `2026-11-21 12:00:00`, as bills have it. */
export function formatBillTime(ms: number): string {
  return formatRfc3339(ms).slice(0, 19).replace('T', ' ')
}

/** The day (YYYY-MM-DD) of ms since 1970 in China. */
export function formatDay(ms: number): string {
  return formatRfc3339(ms).slice(0, 10)
}

/** `8.88` of 888. */
export function formatYuan(fen: number): string {
  return `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
}

/** What the QR code holds: always the same for one number. */
export function qrCodeUrl(no: string): string {
  const pr = createHash('sha256').update(no).digest('base64url').replace(/[-_]/g, '').slice(0, 9)
  return `weixin://wxpay/bizpayurl?pr=${pr}`
}

/** A transaction as a question is answered and a notify tells of it. */
export function toTransaction(trade: Trade) {
  const about = { ...merchant, out_trade_no: trade.no }
  const state = toTradeState(trade)
  if (trade.ref === null || trade.paidAt === null)
    return {
      ...about,
      ...state,
      promotion_detail: [],
      amount: { total: trade.amount, currency: trade.currency },
    }
  return {
    ...about,
    ...state,
    transaction_id: trade.ref,
    trade_type: 'NATIVE',
    bank_type: 'OTHERS',
    success_time: formatRfc3339(trade.paidAt),
    payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
    amount: {
      total: trade.amount,
      payer_total: trade.amount,
      currency: trade.currency,
      payer_currency: trade.currency,
    },
  }
}

/** A refund as it is answered. */
export function toRefund(trade: Trade, refund: TradeRefund) {
  return {
    refund_id: refund.ref,
    out_refund_no: refund.no,
    transaction_id: trade.ref,
    out_trade_no: trade.no,
    channel: 'ORIGINAL',
    user_received_account: '支付用户零钱',
    create_time: formatRfc3339(refund.at),
    success_time: formatRfc3339(refund.at),
    status: 'SUCCESS',
    funds_account: 'UNSETTLED',
    amount: {
      total: trade.amount,
      refund: refund.amount,
      payer_total: trade.amount,
      payer_refund: refund.amount,
      settlement_refund: refund.amount,
      settlement_total: trade.amount,
      discount_refund: 0,
      currency: trade.currency,
    },
    promotion_detail: [],
  }
}

/** A partial refund makes a transaction a REFUND, too. */
function toTradeState({ state, refunds }: Trade): { trade_state: string; trade_state_desc: string } {
  if (state === 'closed') return { trade_state: 'CLOSED', trade_state_desc: '订单已关闭' }
  if (state !== 'paid') return { trade_state: 'NOTPAY', trade_state_desc: '订单未支付' }
  return refunds.length > 0
    ? { trade_state: 'REFUND', trade_state_desc: '转入退款' }
    : { trade_state: 'SUCCESS', trade_state_desc: '支付成功' }
}
