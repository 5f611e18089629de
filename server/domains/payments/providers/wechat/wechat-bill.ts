import { createHash } from 'node:crypto'
import { toMinorUnits } from '@clutch/contract/rules/payments/money.ts'
import { z } from 'zod'
import { type BillLine, ProviderRefused, ProviderUnavailable } from '../provider.ts'
import type { WechatClient } from './wechat-client.ts'

const needed = [
  '公众账号ID',
  '商户订单号',
  '商户退款单号',
  '交易状态',
  '退款状态',
  '货币种类',
  '订单金额',
  '申请退款金额',
] as const
type Column = (typeof needed)[number]

const billSchema = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string().regex(/^[0-9a-f]{40}$/i),
  download_url: z.url(),
})

/**
 * A day’s trade bill: asked for, downloaded from the same host and compared with the hash that was signed. Null while WeChat
 * Pay still makes it (until 10:00 of the next day); empty where nothing happened. Lines of the merchant’s other apps are left out.
 */
export async function readWechatBill(
  client: WechatClient,
  { day, appid, signal }: { day: string; appid: string; signal: AbortSignal },
): Promise<readonly BillLine[] | null> {
  const query = { bill_date: day, bill_type: 'ALL' }
  const response = await client.call({ method: 'get', path: 'v3/bill/tradebill', query }, signal)
  if (!response.isOk) return withoutBill(response.code)
  const bill = billSchema.safeParse(response.body)
  if (!bill.success) throw new ProviderUnavailable('WeChat Pay’s bill has no address and hash')
  const { pathname, searchParams } = new URL(bill.data.download_url)
  const file = await client.call(
    { method: 'get', path: pathname.slice(1), query: Object.fromEntries(searchParams), file: true },
    signal,
  )
  if (!file.isOk) throw new ProviderUnavailable(`WeChat Pay gave no bill: ${file.code}`)
  const bytes = Buffer.isBuffer(file.body) ? file.body : Buffer.alloc(0)
  if (createHash('sha1').update(bytes).digest('hex') !== bill.data.hash_value.toLowerCase())
    throw new ProviderUnavailable('WeChat Pay’s bill does not have its hash')
  return parseWechatBill(bytes.toString('utf8'), appid)
}

function withoutBill(code: string): readonly BillLine[] | null {
  if (code === 'STATEMENT_CREATING') return null
  if (code === 'NO_STATEMENT_EXIST') return []
  throw new ProviderRefused(code, `WeChat Pay gave no bill: ${code}`)
}

/** The lines of a bill (ALL): yuan as fen, exactly. Columns are found by their names; a line that cannot be read throws. */
export function parseWechatBill(text: string, appid: string): BillLine[] {
  const [head = '', ...rows] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const columns = head.split(',').map(bare)
  if (needed.some((name) => !columns.includes(name))) throw unreadable()
  // What follows the lines begins without a backtick: the names of the sums.
  const end = rows.findIndex((row) => !row.startsWith('`'))
  const lines = end === -1 ? rows : rows.slice(0, end)
  return lines.flatMap((row) => {
    const cells = row.split(',').map(bare)
    if (cells.length !== columns.length) throw unreadable()
    return lineOf((column) => cells[columns.indexOf(column)] ?? '', appid)
  })
}

function lineOf(of: (column: Column) => string, appid: string): BillLine[] {
  if (of('公众账号ID') !== appid) return []
  const currency = of('货币种类')
  if (of('交易状态') === 'SUCCESS')
    return [{ what: 'payment', no: of('商户订单号'), amount: fen(of('订单金额')), currency }]
  if (of('交易状态') !== 'REFUND' || of('退款状态') === 'FAIL') return []
  return [{ what: 'refund', no: of('商户退款单号'), amount: fen(of('申请退款金额')), currency }]
}

function fen(yuan: string): number {
  const amount = toMinorUnits(yuan)
  if (amount === null) throw unreadable()
  return amount
}

function bare(text: string): string {
  return text.replace(/^`/, '').trim()
}

function unreadable(): ProviderUnavailable {
  return new ProviderUnavailable('WeChat Pay’s bill cannot be read')
}
