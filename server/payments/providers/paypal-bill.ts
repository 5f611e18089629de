import { TransactionSearchController } from '@paypal/paypal-server-sdk'
import type { TransactionInformation } from '@paypal/paypal-server-sdk'
import type { Line } from './paypal-calls.ts'
import { fromPaypalMoney } from './paypal-money.ts'
import { ProviderSilent } from './provider.ts'
import type { BillLine } from './provider.ts'

const pageSize = 500
/** PayPal shows ten thousand transactions of a search at most. */
const pagesMax = 20

/** A day (Asia/Shanghai, which is always eight hours ahead) of PayPal’s transactions; null until PayPal has written it to its end. */
export async function readBill(line: Line, day: string): Promise<readonly BillLine[] | null> {
  const start = new Date(`${day}T00:00:00+08:00`)
  const end = new Date(`${day}T23:59:59+08:00`)
  const lines: BillLine[] = []
  for (let page = 1; page <= pagesMax; page += 1) {
    const found = await line((client, options) =>
      new TransactionSearchController(client).searchTransactions(
        { startDate: second(start), endDate: second(end), fields: 'transaction_info', pageSize, page },
        options,
      ),
    )
    if (!(new Date(found.lastRefreshedDatetime ?? 0) > end)) return null
    for (const { transactionInfo } of found.transactionDetails ?? []) lines.push(...readLine(transactionInfo))
    if (page >= (found.totalPages ?? 1)) return lines
  }
  throw new ProviderSilent('PayPal’s transactions of the day are more than it shows')
}

/**
 * A payment that came in (event T00…), or one of ours paid back by us (T1107), in full, without PayPal’s fee. What was denied
 * or is pending moved nothing, and what has no number of ours is the merchant’s other business.
 */
function readLine(info: TransactionInformation | undefined): BillLine[] {
  const { transactionEventCode: event = '', transactionStatus, transactionAmount, invoiceId } = info ?? {}
  if (!invoiceId || !transactionAmount || !/^[SV]$/.test(transactionStatus ?? '')) return []
  const isOut = transactionAmount.value.startsWith('-')
  const money = fromPaypalMoney({ ...transactionAmount, value: transactionAmount.value.replace(/^-/, '') })
  if (event.startsWith('T00') && !isOut) return [{ what: 'payment', no: invoiceId, ...money }]
  if (event === 'T1107' && isOut) return [{ what: 'refund', no: invoiceId, ...money }]
  return []
}

function second(time: Date): string {
  return time.toISOString().replace('.000Z', 'Z')
}
