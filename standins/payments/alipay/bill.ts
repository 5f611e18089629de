import { zipSync } from 'fflate'
import type { Faults } from '../faults.ts'
import type { Trade } from '../trade.ts'
import { encodeGbk } from './gbk.ts'
import { merchant, shanghai, yuan } from './shapes.ts'

const columns =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

interface Line {
  trade: Trade
  amount: number
  at: number
  /** The number of a refund; null for a payment. */
  refund: string | null
}

/** A day's bill (YYYY-MM-DD in Shanghai) as Alipay makes it: two GBK tables in a zip, the second of them sums. */
export function billOf(trades: readonly Trade[], day: string, fault: Faults['bill']): Buffer {
  const date = day.replaceAll('-', '')
  const lines = spoil(linesOf(trades, day), fault)
  const name = (kind: string) => binary(encodeGbk(`${merchant.sellerId}0156_${date}_${kind}.csv`))
  const sums = `#支付宝业务汇总查询\r\n#账号：[${merchant.sellerId}0156]\r\n`
  return Buffer.from(
    zipSync({
      [name('业务明细')]: encodeGbk(details(lines, day)),
      [name('业务明细(汇总)')]: encodeGbk(sums),
    }),
  )
}

function linesOf(trades: readonly Trade[], day: string): Line[] {
  const all = trades.flatMap((trade): Line[] => [
    ...(trade.paidAt === null ? [] : [{ trade, amount: trade.amount, at: trade.paidAt, refund: null }]),
    ...trade.refunds.map(({ no, amount, at }) => ({ trade, amount: -amount, at, refund: no })),
  ])
  return all
    .filter(({ trade, at }) => trade.provider === 'alipay' && shanghai(at).startsWith(day))
    .toSorted((a, b) => a.at - b.at)
}

function spoil(lines: readonly Line[], fault: Faults['bill']): readonly Line[] {
  const [first, ...rest] = lines
  if (!first || fault === 'ok') return lines
  return fault === 'omit' ? rest : [{ ...first, amount: first.amount + 1 }, ...rest]
}

function details(lines: readonly Line[], day: string): string {
  const isPayment = ({ refund }: Line) => refund === null
  const count = (some: readonly Line[]) =>
    `${some.length}笔，商家实收共${yuan(some.reduce((sum, { amount }) => sum + amount, 0))}元`
  return [
    '#支付宝业务明细查询',
    `#账号：[${merchant.sellerId}0156]`,
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 24:00:00]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    columns,
    ...lines.map(row),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${count(lines.filter(isPayment))}`,
    `#退款合计：${count(lines.filter((line) => !isPayment(line)))}`,
    '',
  ].join('\r\n')
}

/** Numbers have a tab behind them, so that spreadsheets leave them alone. */
function row({ trade, amount, at, refund }: Line): string {
  const { ref, no, subject, created } = trade
  const empty = ['', '', '', '']
  const money = yuan(amount)
  const nothing = Array.from({ length: 5 }, () => '0.00')
  return [
    `${ref}\t`,
    `${no}\t`,
    refund === null ? '交易' : '退款',
    subject,
    shanghai(created),
    shanghai(at),
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
function binary(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
