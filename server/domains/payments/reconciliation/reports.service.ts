import * as z from 'zod/mini'
import {
  type ReconciliationReport,
  reconciliationReportSchema,
} from '@clutch/contract/api/payments/operator-payment-checks.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { raiseAlert } from '../operator/alerts.service.ts'
import { compareBill } from './compare-bill.ts'
import { dayOf, daysBefore, dayRange } from './bill-days.ts'
import { checkProviderOnlyLines, selectPortalLines } from './portal-lines.ts'
import type { BillLine, Provider } from '../providers/provider.ts'
import * as store from './reports.store.ts'
import type { PaymentsContext } from '../payments-context.ts'

/** How many days back a day without an agreeing report is compared again. */
const daysLookedAt = 3

/**
 * Invariant 23, in a worker: compares the last days with each provider's bill. Bills are available from
 * 10:00; a day without one, or with differences, is compared hourly: newly found payments are settled
 * meanwhile, and then it agrees.
 */
export function startReports(payments: PaymentsContext): Promise<void> {
  return payments.context.jobs.work('money-reports', () => makeDueReports(payments))
}

/** Makes every report of the last days that is missing or does not agree. */
async function makeDueReports(payments: PaymentsContext): Promise<void> {
  const { database, clock } = payments.context
  for (const provider of payments.providers.values())
    for (const day of daysBefore(clock.now(), daysLookedAt)) {
      const report = await readReport(database, provider.method, day)
      if (report?.state !== 'agrees') await makeReport(payments, provider, day)
    }
}

/**
 * Compares a day (Asia/Shanghai) with a provider's bill and stores the report. A payment that only the
 * provider has is queried now, so that it is settled even without a webhook (H5); a new difference raises an
 * alert. A provider that does not answer, or has no bill yet, is `no-bill`, which does not replace a report
 * with a bill. Throws `request.invalid` for an invalid day.
 */
export async function makeReport(
  payments: PaymentsContext,
  provider: Provider,
  day: string,
): Promise<ReconciliationReport> {
  const span = dayRange(day)
  if (!span) throw new PortalError('request.invalid', 'day: no month has this day')
  const { database, clock } = payments.context
  const { lines, problem } = await readBill(provider, day)
  const theirs = lines ?? []
  const portalLines = await selectPortalLines(database, provider, span, lines, (other) =>
    readBill(provider, other),
  )
  const compared = compareBill(portalLines, theirs, provider.currency)
  const report: ReconciliationReport = {
    provider: provider.method,
    day,
    made: clock.now().getTime(),
    state: lines ? (compared.differences.length === 0 ? 'agrees' : 'differs') : 'no-bill',
    currency: provider.currency,
    ...compared,
    ...(!lines && { differences: [] }),
    problem,
  }
  await database.transaction().execute((tx) => saveReport(payments, tx, report))
  return report
}

async function saveReport(
  { context }: PaymentsContext,
  tx: Queries,
  report: ReconciliationReport,
): Promise<void> {
  const { provider, day, state, differences } = report
  const now = context.clock.now()
  const before = await readReport(tx, provider, day)
  if (state === 'no-bill') {
    if (before && before.state !== 'no-bill') return
    await raiseMissing(context, tx, report, before)
  }
  await store.saveReport(tx, { provider, day, made_at: now, report })
  if (state !== 'differs') return
  await checkProviderOnlyLines(tx, report, now)
  if (JSON.stringify(before?.differences) === JSON.stringify(differences)) return
  const detail = { differences: differences.length, ours: report.ours, theirs: report.theirs }
  await raiseAlert(context, tx, { kind: 'bill-differs', subject: `${provider} ${day}`, detail })
}

/** Raises an alert, once a day, if the bill of a day with payments is still missing on the second day. */
async function raiseMissing(
  context: PaymentsContext['context'],
  tx: Queries,
  { provider, day, problem, ours }: ReconciliationReport,
  before: ReconciliationReport | null,
): Promise<void> {
  const now = context.clock.now()
  const [yesterday = ''] = daysBefore(now, 1)
  const isReportedToday = before !== null && dayOf(new Date(before.made)) === dayOf(now)
  if (day >= yesterday || isReportedToday || ours.payments + ours.refunds === 0) return
  await raiseAlert(context, tx, { kind: 'bill-missing', subject: `${provider} ${day}`, detail: { problem } })
}

/** Reads a provider's bill of a day; without lines and with the reason if there is none. */
async function readBill(
  provider: Provider,
  day: string,
): Promise<{ lines: readonly BillLine[] | null; problem: string }> {
  try {
    const lines = await provider.bill(day)
    return { lines, problem: lines ? '' : 'there is no bill yet' }
  } catch (error) {
    return { lines: null, problem: error instanceof Error ? error.message : 'the provider is silent' }
  }
}

export async function listReports(
  queries: Queries,
  filter: { provider?: string | undefined; day?: string | undefined },
): Promise<ReconciliationReport[]> {
  return (await store.selectReports(queries, filter)).flatMap(({ report }) => parseReport(report) ?? [])
}

async function readReport(
  queries: Queries,
  provider: string,
  day: string,
): Promise<ReconciliationReport | null> {
  const row = await store.selectReport(queries, provider, day)
  return row ? parseReport(row.report) : null
}

function parseReport(report: unknown): ReconciliationReport | null {
  return z.safeParse(reconciliationReportSchema, report).data ?? null
}
