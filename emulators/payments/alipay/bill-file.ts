import { zipSync } from 'fflate'
import type { PaymentFaults } from '../faults/faults.ts'
import type { Trade } from '../trades/trade.ts'
import { merchant, formatShanghaiTime, formatYuan } from './formats.ts'

/** Replaces characters that GBK lacks. */
const replacementBytes = [0x3f]

let gbkTable: Map<string, readonly number[]> | undefined

/** Text as GBK, which Node reads and does not write. */
export function encodeGbk(text: string): Uint8Array {
  const known = (gbkTable ??= buildGbkTable())
  return Uint8Array.from(Array.from(text).flatMap((character) => known.get(character) ?? replacementBytes))
}

function buildGbkTable(): Map<string, readonly number[]> {
  const decoder = new TextDecoder('gbk', { fatal: true })
  const found = new Map<string, readonly number[]>()
  const add = (...bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes))
      if (Array.from(character).length === 1 && !found.has(character)) found.set(character, bytes)
    } catch {
      // No character has this code.
    }
  }
  for (let one = 0; one < 0x80; one += 1) add(one)
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) add(lead, trail)
  return found
}

const columns =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

interface BillLine {
  trade: Trade
  amount: number
  at: number
  /** The number of a refund; null for a payment. */
  refund: string | null
}

/** A day's bill (YYYY-MM-DD in Shanghai) as Alipay makes it: two GBK tables in a zip, the second of them sums. */
export function createBillFile(trades: readonly Trade[], day: string, fault: PaymentFaults['bill']): Buffer {
  const date = day.replaceAll('-', '')
  const lines = applyBillFault(listBillLines(trades, day), fault)
  const name = (kind: string) => toBinaryString(encodeGbk(`${merchant.sellerId}0156_${date}_${kind}.csv`))
  const sums = `#支付宝业务汇总查询\r\n#账号：[${merchant.sellerId}0156]\r\n`
  return Buffer.from(
    zipSync({
      [name('业务明细')]: encodeGbk(formatDetails(lines, day)),
      [name('业务明细(汇总)')]: encodeGbk(sums),
    }),
  )
}

function listBillLines(trades: readonly Trade[], day: string): BillLine[] {
  const all = trades.flatMap((trade): BillLine[] => [
    ...(trade.paidAt === null ? [] : [{ trade, amount: trade.amount, at: trade.paidAt, refund: null }]),
    ...trade.refunds.map(({ no, amount, at }) => ({ trade, amount: -amount, at, refund: no })),
  ])
  return all
    .filter(({ trade, at }) => trade.provider === 'alipay' && formatShanghaiTime(at).startsWith(day))
    .toSorted((a, b) => a.at - b.at)
}

function applyBillFault(lines: readonly BillLine[], fault: PaymentFaults['bill']): readonly BillLine[] {
  const [first, ...rest] = lines
  if (!first || fault === 'ok') return lines
  return fault === 'omit' ? rest : [{ ...first, amount: first.amount + 1 }, ...rest]
}

function formatDetails(lines: readonly BillLine[], day: string): string {
  const isPayment = ({ refund }: BillLine) => refund === null
  const count = (some: readonly BillLine[]) =>
    `${some.length}笔，商家实收共${formatYuan(some.reduce((sum, { amount }) => sum + amount, 0))}元`
  return [
    '#支付宝业务明细查询',
    `#账号：[${merchant.sellerId}0156]`,
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 24:00:00]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    columns,
    ...lines.map(formatRow),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${count(lines.filter(isPayment))}`,
    `#退款合计：${count(lines.filter((line) => !isPayment(line)))}`,
    '',
  ].join('\r\n')
}

/** Numbers have a tab behind them, so that spreadsheets leave them alone. */
function formatRow({ trade, amount, at, refund }: BillLine): string {
  const { ref, no, subject, created } = trade
  const empty = ['', '', '', '']
  const money = formatYuan(amount)
  const nothing = Array.from({ length: 5 }, () => '0.00')
  return [
    `${ref}\t`,
    `${no}\t`,
    refund === null ? '交易' : '退款',
    subject,
    formatShanghaiTime(created),
    formatShanghaiTime(at),
    ...empty,
    'sta***@example.com',
    money,
    money,
    ...nothing,
    '',
    '0.00',
    '0.00',
    refund === null ? '' : `${refund}\t`,
    '0.00',
    '0.00',
    '',
  ].join(',')
}

/** The library takes names as text; one of Latin 1 characters alone is written byte by byte. */
function toBinaryString(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
