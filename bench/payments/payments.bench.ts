import type { WebhookTimings } from './payment-client.program.ts'
import { reportTarget, assertClaim, printTable, isQuick } from '../harness/results.ts'
import { ChildProgram } from '../harness/child-program.ts'

/**
 * What a provider waits for and what a buyer waits for. WeChat Pay's notifies over real HTTP, one by one and fifty at once, each
 * of another open attempt: verified, opened, stored and answered; beside it the same signatures checked and the same bodies opened with
 * node:crypto alone, and as many bare transactions of as many rows. Then payments that are due, settled and delivered by a
 * provider and a product that take no time, beside bare transactions of as many row writes. With fsync, on the embedded
 * database. Compared is processor time, of the portal and PostgreSQL together.
 */
const webhookCount = isQuick ? 300 : 6_000
const paymentCount = isQuick ? 300 : 4_000
const concurrency = 50
const warmUp = isQuick ? 100 : 500
const sequentialWebhooks = isQuick ? 100 : 1_000
/** Of a notify that comes alone, and of fifty at once, which wait for each other. */
const sequentialP99Ms = 10
const responseP99Ms = 100
const webhooksPerSecond = 500
const settledPerSecond = 150
const maxWebhookRatio = 8
const maxSettleRatio = 8

interface RunCost {
  seconds: number
  /** Processor time of each, µs. */
  us: number
}

const portal = ChildProgram.start<typeof import('./payment-portal.program.ts').servedTasks>(
  'payments/payment-portal.program.ts',
)
const client = ChildProgram.start<typeof import('./payment-client.program.ts').servedTasks>(
  'payments/payment-client.program.ts',
)
try {
  await measureWebhooks()
  await measureSettling()
  console.log(await portal.call('settings'))
} finally {
  await Promise.all([portal, client].map((worker) => worker.stop()))
}

async function measureWebhooks(): Promise<void> {
  const all = warmUp + sequentialWebhooks + webhookCount
  const merchant = await portal.call('open', all)
  const signed = await client.call('sign', merchant)
  const send = (count: number, together: number) =>
    client.call('send', { url: merchant.url, count, atOnce: together })
  await send(warmUp, concurrency)
  const one = await send(sequentialWebhooks, 1)
  let many: WebhookTimings = { p50: NaN, p99: NaN }
  const webhookCost = await measureCost(webhookCount, async () => {
    many = await send(webhookCount, concurrency)
  })
  const checks = await measureCost(webhookCount, () => portal.call('check', { count: webhookCount, signed }))
  const writes = await measureCost(webhookCount, () =>
    portal.call('write', { count: webhookCount, inserts: 1, updates: 1 }),
  )
  printTable(
    `${webhookCount} notifies of WeChat Pay, ${concurrency} at once`,
    ['', 'per second', 'CPU µs each'],
    [
      formatRow('notifies', webhookCount, webhookCost),
      formatRow('bare checks of the signature, and decryption', webhookCount, checks),
      formatRow('bare transactions of two rows', webhookCount, writes),
    ],
  )
  const stored = await portal.call('stored')
  assertClaim(stored === all, `${stored} of ${all} notifies are stored`)
  console.log(`answered after ${one.p50.toFixed(1)} ms alone, ${many.p50.toFixed(1)} among fifty (p50)`)
  reportTarget(
    one.p99 <= sequentialP99Ms,
    `answered after ${one.p99.toFixed(1)} ms alone (p99), at most ${sequentialP99Ms}`,
  )
  reportTarget(
    many.p99 <= responseP99Ms,
    `after ${many.p99.toFixed(1)} ms among fifty (p99), at most ${responseP99Ms}`,
  )
  const perSecond = webhookCount / webhookCost.seconds
  reportTarget(
    perSecond >= webhooksPerSecond,
    `${Math.round(perSecond)} notifies/s, at least ${webhooksPerSecond}`,
  )
  assertRatio('a notify', webhookCost.us / (checks.us + writes.us), maxWebhookRatio)
}

async function measureSettling(): Promise<void> {
  await portal.call('pay', paymentCount)
  const settleCost = await measureCost(paymentCount, () => portal.call('settle'))
  const delivered = await portal.call('delivered')
  const plain = await measureCost(paymentCount, () =>
    portal.call('write', { count: paymentCount, inserts: 4, updates: 4 }),
  )
  printTable(
    `${paymentCount} payments, from due to delivered, eight at once`,
    ['', 'per second', 'CPU µs each'],
    [
      formatRow('payments', paymentCount, settleCost),
      formatRow('bare transactions of eight rows', paymentCount, plain),
    ],
  )
  assertClaim(delivered === paymentCount, `${delivered} orders of ${paymentCount} are delivered, each once`)
  const perSecond = paymentCount / settleCost.seconds
  reportTarget(
    perSecond >= settledPerSecond,
    `${Math.round(perSecond)} orders/s, at least ${settledPerSecond}`,
  )
  assertRatio('a payment', settleCost.us / plain.us, maxSettleRatio)
}

async function measureCost(count: number, act: () => Promise<unknown>): Promise<RunCost> {
  const before = await portal.call('cpu')
  const started = performance.now()
  await act()
  const seconds = (performance.now() - started) / 1_000
  const after = await portal.call('cpu')
  return { seconds, us: (after.portal - before.portal + after.postgres - before.postgres) / count }
}

function formatRow(name: string, count: number, { seconds, us }: RunCost) {
  return [name, Math.round(count / seconds), Math.round(us)]
}

function assertRatio(what: string, ratio: number, most: number): void {
  if (Number.isNaN(ratio))
    console.log('skipped: this system does not report the processor time of PostgreSQL')
  else
    assertClaim(
      ratio <= most,
      `${what} takes ${ratio.toFixed(1)} times the CPU of the baseline, at most ${most}`,
    )
}
