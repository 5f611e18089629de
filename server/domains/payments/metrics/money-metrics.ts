import { currencies } from '@clutch/contract/rules/payments/money.ts'
import type {
  DatabaseSource,
  MetricDefinition,
  Sample,
} from '../../../platform/observability/metrics/index.ts'
import * as store from './money-metrics.store.ts'

interface MoneyGauges {
  count: MetricDefinition
  amount: MetricDefinition
  age: MetricDefinition
}

const unfulfilled: MoneyGauges = {
  count: {
    name: 'clutch_orders_unfulfilled',
    help: 'Orders that are paid and not fulfilled.',
    labels: ['currency'],
  },
  amount: {
    name: 'clutch_orders_unfulfilled_minor_units',
    help: 'Amount of the orders that are paid and not fulfilled, in minor units of the currency (fen, cents).',
    labels: ['currency'],
  },
  age: {
    name: 'clutch_orders_unfulfilled_age_seconds',
    help: 'How long the oldest of the orders that are paid and not fulfilled has been paid.',
    labels: ['currency'],
  },
}
const refunds: MoneyGauges = {
  count: {
    name: 'clutch_refunds_pending',
    help: 'Refunds that the provider has not confirmed.',
    labels: ['currency'],
  },
  amount: {
    name: 'clutch_refunds_pending_minor_units',
    help: 'Amount of the refunds that the provider has not confirmed, in minor units of the currency (fen, cents).',
    labels: ['currency'],
  },
  age: {
    name: 'clutch_refunds_pending_age_seconds',
    help: 'How long the oldest refund that the provider has not confirmed has waited.',
    labels: ['currency'],
  },
}
const dueCount: MetricDefinition = {
  name: 'clutch_payment_work_due',
  help: 'Work of the payments worker that is due: orders to fulfil or close, attempts to settle, refunds to make.',
  labels: ['kind'],
}
const dueAge: MetricDefinition = {
  name: 'clutch_payment_work_age_seconds',
  help: 'How long the oldest due work of the payments worker has been due.',
  labels: ['kind'],
}
const alerts: MetricDefinition = {
  name: 'clutch_money_alerts_open',
  help: 'Alerts about money that no operator has dismissed.',
  labels: [],
}

/** Money that waits and work that is due. Every currency and kind is reported, also at zero. */
export const moneySource: DatabaseSource = {
  gauges: [...Object.values(unfulfilled), ...Object.values(refunds), dueCount, dueAge, alerts],
  async read(queries, now) {
    return [
      ...toMoneySamples(unfulfilled, await store.selectUnfulfilledMoney(queries), now),
      ...toMoneySamples(refunds, await store.selectPendingRefunds(queries), now),
      ...toDueSamples(await store.selectDueDepths(queries, now), now),
      { gauge: alerts, labels: {}, value: await store.countOpenAlerts(queries) },
    ]
  },
}

function toMoneySamples(gauges: MoneyGauges, rows: readonly store.WaitingMoney[], now: Date): Sample[] {
  return currencies.flatMap((currency) => {
    const row = rows.find((one) => one.currency === currency)
    const labels = { currency }
    return [
      { gauge: gauges.count, labels, value: row?.count ?? 0 },
      { gauge: gauges.amount, labels, value: row?.amount ?? 0 },
      { gauge: gauges.age, labels, value: secondsSince(row?.since, now) },
    ]
  })
}

function toDueSamples(rows: readonly store.DueDepth[], now: Date): Sample[] {
  return rows.flatMap(({ kind, count, since }) => [
    { gauge: dueCount, labels: { kind: kind }, value: count },
    { gauge: dueAge, labels: { kind: kind }, value: secondsSince(since, now) },
  ])
}

function secondsSince(since: Date | null | undefined, now: Date): number {
  return since ? Math.max(0, now.getTime() - since.getTime()) / 1_000 : 0
}
