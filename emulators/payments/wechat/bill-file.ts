import { createHash } from 'node:crypto'
import type { PaymentFaults } from '../faults/faults.ts'
import type { Trade, TradeRefund } from '../trades/trade.ts'
import { merchant } from './keys.ts'
import { formatBillTime, formatDay, formatYuan } from './resources.ts'

const columns =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const totalColumns =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

/** One line: a payment, or a refund. */
interface BillLine {
  trade: Trade
  refund: TradeRefund | null
  amount: number
  at: number
}

/** A day's trade bill (ALL) in WeChat's own form; null for a day without payments and refunds. */
export function createBillFile(
  trades: readonly Trade[],
  day: string,
  fault: PaymentFaults['bill'],
): Buffer | null {
  const lines = applyBillFault(listBillLines(trades, day), fault)
  if (lines.length === 0) return null
  const sum = (of: readonly BillLine[]) => formatYuan(of.reduce((total, { amount }) => total + amount, 0))
  const [paid, refunded] = [lines.filter((line) => !line.refund), lines.filter((line) => line.refund)]
  const summary = [lines.length, sum(paid), sum(refunded), '0.00', '0.00000', sum(paid), sum(refunded)]
  const text = [
    columns,
    ...lines.map((line) => formatRow(billCells(line))),
    totalColumns,
    formatRow(summary),
    '',
  ].join('\r\n')
  return Buffer.from(`\uFEFF${text}`)
}

export function sha1Hex(file: Buffer): string {
  return createHash('sha1').update(file).digest('hex')
}

function listBillLines(trades: readonly Trade[], day: string): BillLine[] {
  const lines = trades.flatMap((trade): BillLine[] => [
    ...(trade.paidAt === null ? [] : [{ trade, refund: null, amount: trade.amount, at: trade.paidAt }]),
    ...trade.refunds.map((refund) => ({ trade, refund, amount: refund.amount, at: refund.at })),
  ])
  return lines.filter(({ at }) => formatDay(at) === day).toSorted((one, other) => other.at - one.at)
}

function applyBillFault(lines: BillLine[], fault: PaymentFaults['bill']): BillLine[] {
  const [first, ...others] = lines
  if (!first || fault === 'ok' || fault === 'none') return lines
  return fault === 'omit' ? others : [{ ...first, amount: first.amount + 1 }, ...others]
}

function billCells({ trade, refund, amount, at }: BillLine): string[] {
  const cells: Record<string, string> = {
    交易时间: formatBillTime(at),
    公众账号ID: merchant.appid,
    商户号: merchant.mchid,
    特约商户号: '0',
    微信订单号: trade.ref ?? '',
    商户订单号: trade.no,
    用户标识: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o',
    交易类型: 'NATIVE',
    付款银行: 'OTHERS',
    货币种类: trade.currency,
    代金券金额: '0.00',
    充值券退款金额: '0.00',
    商品名称: trade.subject.replaceAll(',', '\\ '),
    手续费: '0.00000',
    费率: '1.00%',
    ...(refund ? refundCells(refund, amount) : paymentCells(amount)),
  }
  return columns.split(',').map((column) => cells[column] ?? '')
}

function paymentCells(amount: number): Record<string, string> {
  const nothing = { 微信退款单号: '0', 商户退款单号: '0', 退款金额: '0.00', 申请退款金额: '0.00' }
  return { 交易状态: 'SUCCESS', 应结订单金额: formatYuan(amount), 订单金额: formatYuan(amount), ...nothing }
}

function refundCells(refund: TradeRefund, amount: number): Record<string, string> {
  return {
    交易状态: 'REFUND',
    应结订单金额: '0.00',
    订单金额: '0.00',
    微信退款单号: refund.ref,
    商户退款单号: refund.no,
    退款金额: formatYuan(amount),
    申请退款金额: formatYuan(amount),
    退款类型: 'ORIGINAL',
    退款状态: 'SUCCESS',
  }
}

/** Each cell begins with a backtick, so that no spreadsheet makes a number of it. */
function formatRow(cells: readonly (string | number)[]): string {
  return cells.map((cell) => `\`${cell}`).join(',')
}
