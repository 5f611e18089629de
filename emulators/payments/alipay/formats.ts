import type { Trade } from '../trades/trade.ts'

/** Who the merchant is here; the real ones have numbers like these. */
export const merchant = { appId: '2021000100000001', sellerId: '2088000100000001' }

/** Minor units as Alipay writes them, in yuan. */
export function formatYuan(minor: number): string {
  return (minor / 100).toFixed(2)
}

/** `8.88` as 888; null for anything else. */
export function parseYuan(amount: unknown): number | null {
  if (typeof amount !== 'string' || !/^\d{1,9}(\.\d{1,2})?$/.test(amount)) return null
  return Math.round(Number(amount) * 100)
}

/** ms since 1970 as `2026-11-21 10:08:00`, the time in Shanghai. */
export function formatShanghaiTime(ms: number): string {
  return new Date(ms).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
}

export function parseShanghaiTime(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}+08:00`)
}

export function refundedAmount({ refunds }: Trade): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}

/** What Alipay calls the state of a trade: one that was refunded whole is closed. */
export function toTradeStatus(trade: Trade): string {
  if (trade.state === 'waiting') return 'WAIT_BUYER_PAY'
  return trade.state === 'paid' && refundedAmount(trade) < trade.amount ? 'TRADE_SUCCESS' : 'TRADE_CLOSED'
}

/** Names and values as they are signed: by name, without the signature itself and without what is empty. */
export function signedText(fields: Readonly<Record<string, string>>): string {
  return Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
}
