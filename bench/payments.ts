import type { Answered } from './payment-client.ts'
import type { Merchant } from './payment-portal.ts'
import type { Cpu } from './event-portal.ts'
import { aim, hold, printTable, quick } from './figures.ts'
import { Worker } from './worker.ts'

/**
 * What a provider waits for and what a buyer waits for. WeChat Pay's notifies over real HTTP, one by one and fifty at once, each
 * of another open attempt: verified, opened, stored and answered; beside it the same signatures checked and the same bodies opened with
 * node:crypto alone, and as many bare transactions of as many rows. Then payments that are due, settled and delivered by a
 * provider and a product that take no time, beside bare transactions of as many row writes. With fsync, on the embedded
 * database. Compared is processor time, of the portal and PostgreSQL together.
 */
const notifies = quick ? 300 : 6_000
const payments = quick ? 300 : 4_000
const atOnce = 50
const warmUp = quick ? 100 : 500
const alone = quick ? 100 : 1_000
/** Of a notify that comes alone, and of fifty at once, which wait for each other. */
const aloneP99Ms = 10
const answerP99Ms = 100
const notifiesPerSecond = 500
const settledPerSecond = 150
const notifyRatioMax = 8
const settleRatioMax = 8

interface Cost {
  seconds: number
  /** Processor time of each, µs. */
  us: number
}

const portal = Worker.start('payment-portal.ts')
const client = Worker.start('payment-client.ts')
try {
  await measureNotifies()
  await measureSettling()
  console.log(await portal.ask<string>('settings'))
} finally {
  await Promise.all([portal, client].map((worker) => worker.stop()))
}

async function measureNotifies(): Promise<void> {
  const all = warmUp + alone + notifies
  const merchant = await portal.ask<Merchant>('open', all)
  const signed = await client.ask<string>('sign', merchant)
  const send = (count: number, together: number) =>
    client.ask<Answered>('send', { url: merchant.url, count, atOnce: together })
  await send(warmUp, atOnce)
  const one = await send(alone, 1)
  let many: Answered = { p50: NaN, p99: NaN }
  const ours = await costOf(notifies, async () => {
    many = await send(notifies, atOnce)
  })
  const checks = await costOf(notifies, () => portal.ask('check', { count: notifies, signed }))
  const writes = await costOf(notifies, () =>
    portal.ask('write', { count: notifies, inserts: 1, updates: 1 }),
  )
  printTable(
    `${notifies} notifies of WeChat Pay, ${atOnce} at once`,
    ['', 'per second', 'CPU µs each'],
    [
      row('notifies', notifies, ours),
      row('bare checks of the signature, and decryption', notifies, checks),
      row('bare transactions of two rows', notifies, writes),
    ],
  )
  const stored = await portal.ask<number>('stored')
  hold(stored === all, `${stored} of ${all} notifies are stored`)
  console.log(`answered after ${one.p50.toFixed(1)} ms alone, ${many.p50.toFixed(1)} among fifty (p50)`)
  aim(one.p99 <= aloneP99Ms, `answered after ${one.p99.toFixed(1)} ms alone (p99), at most ${aloneP99Ms}`)
  aim(many.p99 <= answerP99Ms, `after ${many.p99.toFixed(1)} ms among fifty (p99), at most ${answerP99Ms}`)
  const perSecond = notifies / ours.seconds
  aim(perSecond >= notifiesPerSecond, `${Math.round(perSecond)} notifies/s, at least ${notifiesPerSecond}`)
  holdRatio('a notify', ours.us / (checks.us + writes.us), notifyRatioMax)
}

async function measureSettling(): Promise<void> {
  await portal.ask('pay', payments)
  const ours = await costOf(payments, () => portal.ask('settle'))
  const delivered = await portal.ask<number>('delivered')
  const plain = await costOf(payments, () => portal.ask('write', { count: payments, inserts: 4, updates: 4 }))
  printTable(
    `${payments} payments, from due to delivered, eight at once`,
    ['', 'per second', 'CPU µs each'],
    [row('payments', payments, ours), row('bare transactions of eight rows', payments, plain)],
  )
  hold(delivered === payments, `${delivered} orders of ${payments} are delivered, each once`)
  const perSecond = payments / ours.seconds
  aim(perSecond >= settledPerSecond, `${Math.round(perSecond)} orders/s, at least ${settledPerSecond}`)
  holdRatio('a payment', ours.us / plain.us, settleRatioMax)
}

async function costOf(count: number, act: () => Promise<unknown>): Promise<Cost> {
  const before = await portal.ask<Cpu>('cpu')
  const started = performance.now()
  await act()
  const seconds = (performance.now() - started) / 1_000
  const after = await portal.ask<Cpu>('cpu')
  return { seconds, us: (after.portal - before.portal + after.postgres - before.postgres) / count }
}

function row(name: string, count: number, { seconds, us }: Cost) {
  return [name, Math.round(count / seconds), Math.round(us)]
}

function holdRatio(what: string, ratio: number, most: number): void {
  if (Number.isNaN(ratio)) console.log('skipped: this system does not tell the processor time of PostgreSQL')
  else hold(ratio <= most, `${what} takes ${ratio.toFixed(1)} times the CPU of what is bare, at most ${most}`)
}
