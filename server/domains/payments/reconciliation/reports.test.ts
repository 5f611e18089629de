import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ReconciliationReport } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import { clearAccounts } from '../../accounts/testing/clear-accounts.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { listAlerts } from '../operator/alerts.service.ts'
import { saveProviderNames } from '../providers/provider-health.service.ts'
import { registerProviderCalls } from '../providers/providers.routes.ts'
import { registerReportRoutes } from './reports.routes.ts'
import { startReports } from './reports.service.ts'
import { type BillingProvider, billingProvider } from '../testing/billing-provider.ts'
import { aBuyer, insertAttempt, insertOrder, insertRefund } from '../testing/rows.ts'
import { type PaymentsContext, createPaymentsContext } from '../payments-context.ts'

let context: TestContext
let app: App
let payments: PaymentsContext
let alipay: BillingProvider
let order_id: string
const noon = (day: string) => new Date(`${day}T12:00:00+08:00`)
const yesterday = '2026-11-20'

beforeAll(async () => {
  context = await createTestContext()
})
beforeEach(async () => {
  const { database } = context
  for (const table of ['refunds', 'payment_attempts', 'orders', 'money_alerts', 'money_reports'] as const)
    await database.deleteFrom(table).execute()
  await clearAccounts(context)
  context.clock.set(new Date('2026-11-21T11:00:00+08:00'))
  await app?.close()
  alipay = billingProvider()
  payments = createPaymentsContext(context, { products: [], providers: [alipay] })
  app = await createTestApp(context)
  await saveProviderNames(context, [alipay])
  registerReportRoutes(payments, app)
  registerProviderCalls(payments, app)
  const { userId } = await aBuyer(context)
  order_id = await insertOrder(database, noon(yesterday), { user_id: userId })
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const make = async (day = yesterday, provider = 'alipay') => {
  const url = `/api/operator/money-reports/${provider}/${day}`
  return (await app.inject({ method: 'POST', url, headers: asOperator })).json<ReconciliationReport>()
}
const list = async (query = '') =>
  (await app.inject({ url: `/api/operator/money-reports?${query}`, headers: asOperator })).json<
    ReconciliationReport[]
  >()
const paid = (at: Date, more: object = {}) => insertAttempt(context.database, at, { order_id, ...more })
const line = (no: string, amount = 8_800, what: 'payment' | 'refund' = 'payment') => ({
  what,
  no,
  amount,
  currency: 'CNY',
})
const alerts = async () =>
  (await listAlerts(context)).map(({ kind, subject, count }) => [kind, subject, count])
const checkAt = async (id: string) =>
  (
    await context.database
      .selectFrom('payment_attempts')
      .select('check_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).check_at

test('H5 a day agrees if the bill holds what the portal holds, from midnight to midnight in Asia/Shanghai', async () => {
  const first = await paid(new Date('2026-11-20T00:00:00+08:00'))
  const last = await paid(new Date('2026-11-20T23:59:59.999+08:00'), { amount: 100 })
  await paid(new Date('2026-11-19T23:59:59.999+08:00'))
  await paid(new Date('2026-11-21T00:00:00+08:00'))
  await paid(noon(yesterday), { provider: 'wechat' })
  await paid(noon(yesterday), { state: 'closed' })
  alipay.bills.set(yesterday, [line(last.no, 100), line(first.no)])
  const report = await make()
  expect(report).toEqual({
    provider: 'alipay',
    day: yesterday,
    made: context.clock.now().getTime(),
    state: 'agrees',
    currency: 'CNY',
    ours: { payments: 2, paid: 8_900, refunds: 0, refunded: 0 },
    theirs: { payments: 2, paid: 8_900, refunds: 0, refunded: 0 },
    differences: [],
    problem: '',
  })
  expect(await list()).toEqual([report])
  expect(await alerts()).toEqual([])
})

test('H5 a payment that only the bill has is queried, and reported once', async () => {
  const lost = await paid(noon(yesterday), { state: 'closed' })
  const other = await paid(noon(yesterday), { state: 'closed' })
  alipay.bills.set(yesterday, [line(lost.no), line('0123456789abcdef')])
  expect(await make()).toMatchObject({
    state: 'differs',
    differences: [
      { kind: 'only-theirs', what: 'payment', no: lost.no, ours: null, theirs: 8_800 },
      { kind: 'only-theirs', no: '0123456789abcdef' },
    ],
  })
  expect(await checkAt(lost.id)).toEqual(context.clock.now())
  expect(await checkAt(other.id)).toBeNull()
  await make()
  expect(await alerts()).toEqual([['bill-differs', `alipay ${yesterday}`, 1]])
  alipay.bills.set(yesterday, [line(lost.no)])
  await make()
  expect(await alerts()).toEqual([['bill-differs', `alipay ${yesterday}`, 2]])
})

test('H5 a payment known as paid is not queried again; another amount, or a missing one, is reported', async () => {
  const cheap = await paid(noon(yesterday), { amount: 1 })
  const missing = await paid(noon(yesterday))
  const before = await paid(noon('2026-11-19'))
  alipay.bills.set(yesterday, [line(cheap.no), line(before.no)])
  expect(await make()).toMatchObject({ state: 'differs' })
  expect((await make()).differences.toSorted((one, two) => one.kind.localeCompare(two.kind))).toEqual([
    { kind: 'amount', what: 'payment', no: cheap.no, ours: 1, theirs: 8_800 },
    { kind: 'only-ours', what: 'payment', no: missing.no, ours: 8_800, theirs: null },
    { kind: 'only-theirs', what: 'payment', no: before.no, ours: null, theirs: 8_800 },
  ])
  for (const { id } of [cheap, missing, before]) expect(await checkAt(id)).toBeNull()
})

test('H5 a refund is of the day it is billed on, whenever we learned of it', async () => {
  const { id: attempt_id, no } = await paid(noon('2026-11-19'))
  const refund = (day: string, more: object = {}) =>
    insertRefund(context.database, noon(day), { order_id, attempt_id, ...more })
  const early = await refund(yesterday, { amount: 300, created_at: noon('2026-11-19') })
  const late = await refund('2026-11-21', { amount: 200, created_at: noon(yesterday) })
  const sameDay = await refund(yesterday, { amount: 100 })
  alipay.bills.set('2026-11-19', [line(no), line(early.no, 300, 'refund')])
  alipay.bills.set(yesterday, [line(late.no, 200, 'refund'), line(sameDay.no, 100, 'refund')])
  expect(await make('2026-11-19')).toMatchObject({ state: 'agrees', ours: { payments: 1, refunded: 300 } })
  expect(await make()).toMatchObject({
    state: 'agrees',
    ours: { refunds: 2, refunded: 300 },
    differences: [],
  })
  alipay.bills.delete('2026-11-19')
  expect(await make()).toMatchObject({ differences: [{ kind: 'only-ours', what: 'refund', no: early.no }] })
})

test('H5 a refund under way that the bill has is asked for', async () => {
  const { id: attempt_id } = await paid(noon('2026-11-19'))
  const rows = { order_id, attempt_id, amount: 100 }
  const pending = await insertRefund(context.database, noon(yesterday), { ...rows, state: 'pending' })
  const failed = await insertRefund(context.database, noon(yesterday), { ...rows, state: 'failed' })
  alipay.bills.set(yesterday, [line(pending.no, 100, 'refund'), line(failed.no, 100, 'refund')])
  expect(await make()).toMatchObject({ differences: [{ kind: 'only-theirs' }, { kind: 'only-theirs' }] })
  const tries = await context.database.selectFrom('refunds').select(['id', 'try_at']).execute()
  expect(new Map(tries.map(({ id, try_at }) => [id, try_at]))).toEqual(
    new Map([
      [pending.id, context.clock.now()],
      [failed.id, null],
    ]),
  )
})

test('H5 a silent provider and a bill that is not there yet are no report, and take none away', async () => {
  await paid(noon(yesterday))
  alipay.bills.set(yesterday, null)
  const none = { state: 'no-bill', ours: { paid: 8_800 }, theirs: { paid: 0 }, differences: [] }
  expect(await make()).toMatchObject({ ...none, problem: 'the provider has not answered' })
  alipay.bills.delete(yesterday)
  expect(await make()).toMatchObject({ ...none, problem: 'there is no bill yet' })
  alipay.bills.set(yesterday, [])
  const differing = await make()
  expect(differing).toMatchObject({ state: 'differs' })
  alipay.bills.set(yesterday, null)
  expect(await make()).toMatchObject({ state: 'no-bill' })
  expect(await list()).toEqual([differing])
})

test('H5 a worker compares days without an agreeing report, and reports a missing bill once a day', async () => {
  const { no } = await paid(noon(yesterday))
  await paid(noon('2026-11-19'))
  alipay.bills.set(yesterday, [])
  await startReports(payments)
  const run = async () => {
    const before = JSON.stringify(await list())
    context.clock.advance(1_000)
    await context.database.transaction().execute((tx) => context.jobs.enqueue(tx, 'money-reports', {}))
    await expect.poll(async () => JSON.stringify(await list()), { timeout: 10_000 }).not.toBe(before)
    await expect
      .poll(async () => (await list('day=2026-11-18'))[0]?.made, { timeout: 10_000 })
      .toBe(context.clock.now().getTime())
  }
  await run()
  const states = async () => (await list()).map(({ day, state }) => [day, state])
  const lines = ['bill-missing', 'alipay 2026-11-19', 1]
  expect(await states()).toEqual([
    [yesterday, 'differs'],
    ['2026-11-19', 'no-bill'],
    ['2026-11-18', 'no-bill'],
  ])
  expect(await alerts()).toHaveLength(2)
  expect(await alerts()).toEqual(expect.arrayContaining([['bill-differs', `alipay ${yesterday}`, 1], lines]))
  alipay.bills.set(yesterday, [line(no)])
  await run()
  expect((await states())[0]).toEqual([yesterday, 'agrees'])
  const agreed = (await list(`day=${yesterday}`))[0]?.made
  await run()
  expect((await list(`day=${yesterday}`))[0]?.made).toBe(agreed)
  expect(await alerts()).toContainEqual(lines)
})

test('H3 reports are listed by provider and day; a method that is not taken has none', async () => {
  alipay.bills.set(yesterday, [])
  alipay.bills.set('2026-11-19', [])
  await make()
  await make('2026-11-19')
  expect((await list()).map(({ day }) => day)).toEqual([yesterday, '2026-11-19'])
  expect(await list('day=2026-11-19')).toHaveLength(1)
  expect(await list('provider=wechat')).toEqual([])
  expect(await make(yesterday, 'wechat')).toMatchObject({ code: 'payment.not_configured' })
  expect(await make('2026-02-30')).toMatchObject({ code: 'request.invalid' })
  expect(await make('yesterday')).toMatchObject({ code: 'request.invalid' })
})

test('H3 the operator sees the address of each provider and when it last answered', async () => {
  const providers = async () =>
    (await app.inject({ url: '/api/operator/payment-providers', headers: asOperator })).json<object[]>()
  const quiet = {
    provider: 'alipay',
    emulated: true,
    host: 'gateway.example',
    notifyUrl: `${context.config.publicUrl}/api/payment/notify/alipay`,
    lastNotify: null,
    lastPaid: null,
    open: 0,
    state: 'good',
    lastFailure: null,
    problem: '',
  }
  expect(await providers()).toEqual([quiet])
  await paid(noon(yesterday))
  await paid(noon(yesterday), { state: 'open' })
  await paid(noon('2026-11-21'), { provider: 'wechat' })
  const at = noon('2026-11-19')
  const event = { provider: 'alipay', event: 'e', kind: 'k', no: 'n', verdict: 'unknown', at }
  await context.database.insertInto('payment_events').values(event).execute()
  expect(await providers()).toEqual([
    { ...quiet, lastNotify: at.getTime(), lastPaid: noon(yesterday).getTime(), open: 1 },
  ])
  await context.database.deleteFrom('payment_events').execute()
})
