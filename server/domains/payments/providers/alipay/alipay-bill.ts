import { toMinorUnits } from '@clutch/contract/rules/payments/money.ts'
// Node inflates deflate but has no zip; this is small, without dependencies, maintained in 2026.
import { unzipSync } from 'fflate'
import { type Dispatcher, request } from 'undici'
import { z } from 'zod'
import type { AlipayCalls } from './alipay-calls.ts'
import { type BillLine, ProviderUnavailable } from '../provider.ts'

/** A community's day is some kilobytes; a longer file is invalid. */
const tableMaxBytes = 16 * 1024 * 1024

/** Hosts of Alipay's bills. The address is signed but still checked. */
const hosts = /(^|\.)(alipay\.com|alipayobjects\.com|alipaydev\.com)$/

/**
 * The lines of a day's bill (YYYY-MM-DD, Asia/Shanghai); null where Alipay has none, which is so before the next morning and
 * for a day without trades. `home`: the gateway's own address, which may hand out bills too.
 */
export async function readAlipayBill(
  calls: AlipayCalls,
  { day, home, signal }: { day: string; home: string; signal: AbortSignal },
): Promise<readonly BillLine[] | null> {
  const answer = await calls.call({
    method: 'GET',
    path: '/v3/alipay/data/dataservice/bill/downloadurl/query',
    query: { bill_type: 'trade', bill_date: day },
  })
  if (!answer.isOk) {
    if (/bill[-_.]?not[-_.]?exist/i.test(answer.code)) return null
    throw new ProviderUnavailable(`Alipay refused a bill: ${answer.code}`)
  }
  const read = z.object({ bill_download_url: z.url() }).safeParse(answer.data)
  if (!read.success) throw new ProviderUnavailable('Alipay gave no address of a bill')
  const inTime = AbortSignal.any([signal, calls.deadline()])
  return readBillZip(await fetchZip(addressOf(read.data.bill_download_url, home), calls.line, inTime))
}

/** Returns the lines of a fetched bill; throws ProviderUnavailable for an invalid or incomplete one. */
export function readBillZip(zip: Uint8Array): BillLine[] {
  return linesOf(tableOf(zip))
}

/** Alipay hands out plain http; what its own host answers to that, it answers to https. */
function addressOf(given: string, home: string): URL {
  const url = new URL(given)
  if (url.origin === home) return url
  if (!/^https?:$/.test(url.protocol) || !hosts.test(url.hostname) || url.port !== '' || url.username !== '')
    throw new ProviderUnavailable('Alipay gave an address that is not its own')
  url.protocol = 'https:'
  return url
}

/** Fetches the zip without following redirects; the connection refuses one that is too long. */
async function fetchZip(url: URL, line: Dispatcher, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const { statusCode, body } = await request(url, { dispatcher: line, signal })
    if (statusCode === 200) return new Uint8Array(await body.arrayBuffer())
    await body.dump()
  } catch {
    // Reported below, without the address: anyone who has it has the bill.
  }
  throw new ProviderUnavailable('Alipay did not hand out a bill')
}

/** The table of the trades, out of the zip with it and its sums; names and tables are GBK. */
function tableOf(zip: Uint8Array): string {
  const gbk = new TextDecoder('gbk')
  try {
    const files = unzipSync(zip, {
      filter: ({ name, originalSize }) =>
        originalSize <= tableMaxBytes && gbk.decode(Buffer.from(name, 'latin1')).endsWith('业务明细.csv'),
    })
    const [table] = Object.values(files)
    if (table) return gbk.decode(table)
  } catch {
    // Reported below, like a zip without the table.
  }
  throw new ProviderUnavailable('Alipay’s bill cannot be read')
}

const columns = ['商户订单号', '业务类型', '商品名称', '订单金额（元）', '退款批次号/请求号'] as const
const subject = '商品名称'

/** Everything between the line of names and the end of the table; a table without its end was cut off. */
function linesOf(table: string): BillLine[] {
  const rows = table.split(/\r?\n/)
  const head = rows.findIndex((row) => row.includes('商户订单号') && !row.startsWith('#'))
  const end = rows.findIndex((row) => row.startsWith('#') && row.includes('业务明细列表结束'))
  const names = (rows[head] ?? '').split(',').map((name) => name.trim())
  if (end < head || head < 0 || columns.some((column) => !names.includes(column)))
    throw new ProviderUnavailable('Alipay’s bill has another form')
  const found = rows.slice(head + 1, end).filter((row) => row.trim() !== '')
  return found.flatMap((row) => lineOf(readRow(row, names)))
}

type Row = (column: (typeof columns)[number]) => string

/**
 * Cells are not quoted. Extra commas within a row belong to the item, which the merchant may sell by other
 * software.
 */
function readRow(row: string, names: readonly string[]): Row {
  const cells = row.split(',').map((cell) => cell.trim())
  const more = cells.length - names.length
  if (more < 0) throw new ProviderUnavailable('Alipay’s bill has a line that was cut off')
  return (column) => {
    const at = names.indexOf(column)
    return cells[at > names.indexOf(subject) ? at + more : at] ?? ''
  }
}

/** Refunds appear in it as negative amounts. */
function lineOf(row: Row): BillLine[] {
  const [no, kind, refund] = [row('商户订单号'), row('业务类型'), row('退款批次号/请求号')]
  const amount = toMinorUnits(row('订单金额（元）').replace(/^-/, ''))
  if (amount === null) throw new ProviderUnavailable('Alipay’s bill has an invalid amount')
  if (kind === '交易') return [{ what: 'payment', no, amount, currency: 'CNY' }]
  return kind === '退款' ? [{ what: 'refund', no: refund || no, amount, currency: 'CNY' }] : []
}
