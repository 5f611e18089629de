import type { ReconciliationReport } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { lineKey } from './compare-bill.ts'
import { dayOf } from './bill-days.ts'
import { notifyPaymentsWorker } from '../worker/due-work.store.ts'
import type { BillLine, Provider } from '../providers/provider.ts'
import * as store from './reports.store.ts'

type Span = Parameters<typeof store.selectPaid>[2]
type ReadBill = (day: string) => Promise<{ lines: readonly BillLine[] | null }>

/**
 * Returns the portal's lines of a provider's day. A payment belongs to the day the provider received it. A
 * refund may be billed on the day it was requested, or when the portal learned of it: one in this bill
 * belongs to it, one in an earlier bill does not.
 */
export async function selectPortalLines(
  queries: Queries,
  provider: Provider,
  span: Span,
  bill: readonly BillLine[] | null,
  readBill: ReadBill,
): Promise<BillLine[]> {
  const paid = await store.selectPaid(queries, provider.method, span)
  const refunded = await store.selectRefunded(queries, provider.method, span)
  const billed = new Set(bill?.map(lineKey))
  const numbers = bill?.flatMap(({ what, no }) => (what === 'refund' ? [no] : [])) ?? []
  const known = await store.selectRefundsByNo(queries, provider.method, numbers)
  const done = known.filter(({ state }) => state === 'done')
  const elsewhere = bill
    ? await billedBefore(
        refunded.filter(({ no }) => !billed.has(lineKey({ what: 'refund', no }))),
        span,
        readBill,
      )
    : new Set<string>()
  const refunds = new Map([...refunded, ...done].map((refund) => [refund.no, refund]))
  return [
    ...paid.map((line) => ({ what: 'payment' as const, ...line })),
    ...[...refunds.values()]
      .filter(({ no }) => !elsewhere.has(no))
      .map(({ no, amount, currency }) => ({ what: 'refund' as const, no, amount, currency })),
  ]
}

/** Returns the refunds that are in the bill of the earlier day on which they were requested. */
async function billedBefore(
  refunds: readonly { no: string; created_at: Date }[],
  { from }: Span,
  readBill: ReadBill,
): Promise<Set<string>> {
  const found = new Set<string>()
  const early = refunds.filter((refund) => refund.created_at < from)
  for (const [day, requested] of Map.groupBy(early, (refund) => dayOf(refund.created_at))) {
    const { lines } = await readBill(day)
    const billed = new Set(lines?.map(lineKey))
    for (const { no } of requested) if (billed.has(lineKey({ what: 'refund', no }))) found.add(no)
  }
  return found
}

/** H5: schedules a query for every payment and refund that is only in the provider's bill. */
export async function checkProviderOnlyLines(
  tx: Queries,
  report: ReconciliationReport,
  now: Date,
): Promise<void> {
  const { provider, differences } = report
  const theirs = differences.filter(({ kind }) => kind === 'only-theirs')
  const numbersOf = (what: 'payment' | 'refund') =>
    theirs.flatMap((line) => (line.what === what ? [line.no] : []))
  const refunds = await store.selectRefundsByNo(tx, provider, numbersOf('refund'))
  const ids = refunds.map(({ id }) => id)
  const scheduled =
    (await store.askAttempts(tx, provider, numbersOf('payment'), now)) +
    (await store.askRefunds(tx, ids, now))
  if (scheduled > 0) await notifyPaymentsWorker(tx)
}
