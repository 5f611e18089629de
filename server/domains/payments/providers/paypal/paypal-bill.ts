import { type TransactionInformation, TransactionSearchController } from '@paypal/paypal-server-sdk'
import type { SendRequest } from './paypal-calls.ts'
import { attemptOfCapture } from './paypal-captures.ts'
import { fromPaypalMoney } from './paypal-money.ts'
import { type BillLine, ProviderUnavailable } from '../provider.ts'

const pageSize = 500
/** PayPal shows ten thousand transactions of a search at most. */
const pagesMax = 20

/** A day (Asia/Shanghai, which is always eight hours ahead) of PayPal’s transactions; null until PayPal has written it to its end. */
export async function readBill(line: SendRequest, day: string): Promise<readonly BillLine[] | null> {
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
    for (const { transactionInfo } of found.transactionDetails ?? [])
      lines.push(...(await readLine(line, transactionInfo)))
    if (page >= (found.totalPages ?? 1)) return lines
  }
  throw new ProviderUnavailable('PayPal’s transactions of the day are more than it shows')
}

/**
 * What PayPal itself takes from a merchant or gives back: reversals and holds (T1100–T1106, T1110, T1111, T1116) and what
 * chargebacks come to (T12…). Not its fees (T1108, T1109).
 */
const taken = /^T(110[0-6]|111[0-16]|12\d\d)$/

/**
 * Returns a received payment (event T00…), or one of our refunds (T1107), in full, without PayPal’s fee.
 * Denied or pending transactions moved nothing, and those without a number of ours are the merchant’s other
 * business.
 */
async function readLine(line: SendRequest, info: TransactionInformation | undefined): Promise<BillLine[]> {
  const { transactionEventCode: event = '', transactionStatus: status = '' } = info ?? {}
  const { transactionAmount, invoiceId } = info ?? {}
  if (!info || !transactionAmount) return []
  const isOut = transactionAmount.value.startsWith('-')
  const money = fromPaypalMoney({ ...transactionAmount, value: transactionAmount.value.replace(/^-/, '') })
  if (taken.test(event) && status !== 'D') {
    const no = await numberOf(line, info)
    // We have no such line: the day’s report differs, and the operator checks it.
    return no === null ? [] : [{ what: isOut ? 'refund' : 'payment', no, ...money }]
  }
  if (!invoiceId || !/^[SV]$/.test(status)) return []
  if (event.startsWith('T00') && !isOut) return [{ what: 'payment', no: invoiceId, ...money }]
  if (event === 'T1107' && isOut) return [{ what: 'refund', no: invoiceId, ...money }]
  return []
}

/** Our number of the attempt that PayPal took money of; it may name the capture alone. */
async function numberOf(line: SendRequest, info: TransactionInformation): Promise<string | null> {
  const { customField, invoiceId, paypalReferenceId } = info
  if (customField || invoiceId) return customField || invoiceId || null
  return paypalReferenceId ? attemptOfCapture(line, paypalReferenceId) : null
}

function second(time: Date): string {
  return time.toISOString().replace('.000Z', 'Z')
}
