import { setTimeout as wait } from 'node:timers/promises'
import { startBareGames } from './bare-games.ts'
import { reportTarget, assertClaim, median, printTable, isQuick } from '../harness/results.ts'
import { ChildProgram } from '../harness/child-program.ts'

/**
 * What an owner waits for, and what it costs to keep servers. From the commit that a payment brings to a server that is ready, with
 * the process driver and simulated games that idle; beside it the same game started by hand, until it answers the same
 * questions. Then many at once, and the worker's processor time and memory while all of them stand and are watched. On the embedded
 * database with fsync.
 */
const rounds = isQuick ? 3 : 15
const concurrentRentals = isQuick ? 8 : 50
const idleRentals = isQuick ? 20 : 200
const windowMs = isQuick ? 6_000 : 60_000
const maxReadyMs = 2_000
const maxCoreShare = 0.02
const maxRentalKilobytes = 200
/**
 * A start is observed at most four times a second, and configured over RCON: that much is added to a game
 * that starts instantly.
 */
const maxReadyRatio = 6
/** Of a few at once the wait of one for the next look counts for more than the work of all. */
const maxConcurrentRatio = isQuick ? 12 : 3
const megabyte = 1_048_576

const portal = ChildProgram.start<typeof import('./rental-portal.program.ts').servedTasks>(
  'rentals/rental-portal.program.ts',
  ['--expose-gc'],
)
try {
  const rest = await measureUsage()
  await measureOne()
  await measureMany()
  await measureIdle(rest)
  const left = await portal.call('end')
  assertClaim(left.length === 0, `${left.length} game servers are left behind`)
  console.log(await portal.call('settings'))
} finally {
  await portal.stop()
}

async function measureOne(): Promise<void> {
  const rented: number[] = []
  const bare: number[] = []
  for (let turn = 0; turn < rounds; turn += 1) {
    bare.push(await startBareGames(1))
    rented.push(await portal.call('rent', 1))
  }
  const worst = Math.max(...rented)
  printTable(
    `${rounds} servers, one after the other`,
    ['', 'ms (median)', 'ms (worst)'],
    [
      ['paid → ready', Math.round(median(rented)), Math.round(worst)],
      ['the game started by hand', Math.round(median(bare)), Math.round(Math.max(...bare))],
    ],
  )
  reportTarget(
    median(rented) <= maxReadyMs,
    `ready after ${Math.round(median(rented))} ms, at most ${maxReadyMs}`,
  )
  // The fastest of each: what else the machine did meanwhile is in the others.
  const ratio = Math.min(...rented) / Math.min(...bare)
  assertClaim(
    ratio <= maxReadyRatio,
    `that is ${ratio.toFixed(2)} times the game alone, at most ${maxReadyRatio}`,
  )
}

async function measureMany(): Promise<void> {
  const bare = await startBareGames(concurrentRentals)
  const rentMs = await portal.call('rent', concurrentRentals)
  const { names } = await portal.call('games')
  printTable(
    `${concurrentRentals} servers at once`,
    ['', 'seconds', 'per second'],
    [
      ['paid → ready', formatSeconds(rentMs), (concurrentRentals / (rentMs / 1_000)).toFixed(1)],
      ['the games started by hand', formatSeconds(bare), (concurrentRentals / (bare / 1_000)).toFixed(1)],
    ],
  )
  const wanted = rounds + concurrentRentals
  const isOnce = names.length === wanted && new Set(names).size === wanted
  assertClaim(isOnce, `${names.length} game servers run for ${wanted} rentals, each once`)
  const ratio = rentMs / bare
  assertClaim(
    ratio <= maxConcurrentRatio,
    `it takes ${ratio.toFixed(2)} times as long, at most ${maxConcurrentRatio}`,
  )
}

async function measureIdle(rest: UsageSample): Promise<void> {
  await portal.call('rent', idleRentals - rounds - concurrentRentals)
  const full = await measureUsage()
  const { names, bytes } = await portal.call('games')
  printTable(
    `${idleRentals} idle servers are watched, for ${windowMs / 1_000} s`,
    ['', '% of a core', '% of PostgreSQL', 'RSS MB', 'heap MB'],
    [formatRow('no rental', rest), formatRow(`${idleRentals} rentals`, full)],
  )
  assertClaim(names.length === idleRentals, `${names.length} game servers run for ${idleRentals} rentals`)
  console.log(`a simulated game that idles takes ${(bytes / megabyte).toFixed(0)} MB`)
  const part = full.portal
  reportTarget(
    part <= maxCoreShare,
    `the worker takes ${formatPercent(part)} of a core, at most ${formatPercent(maxCoreShare)}`,
  )
  const each = (what: 'rss' | 'heap') => (full[what] - rest[what]) / 1_024 / idleRentals
  console.log(`since there was no rental RSS grew by ${each('rss').toFixed(0)} KB a rental`)
  const held = each('heap')
  reportTarget(
    held <= maxRentalKilobytes,
    `a rental holds ${held.toFixed(1)} KB of heap, at most ${maxRentalKilobytes}`,
  )
}

interface UsageSample {
  /** Parts of a core. */
  portal: number
  postgres: number
  /** Bytes. */
  rss: number
  heap: number
}

/** What the portal takes for a while in which nothing is asked of it. */
async function measureUsage(): Promise<UsageSample> {
  const before = await portal.call('usage')
  await wait(windowMs)
  const after = await portal.call('usage')
  const us = windowMs * 1_000
  return {
    portal: (after.portal - before.portal) / us,
    postgres: (after.postgres - before.postgres) / us,
    rss: after.rss,
    heap: after.heap,
  }
}

function formatRow(name: string, { portal: ours, postgres, rss, heap }: UsageSample) {
  return [
    name,
    formatPercent(ours),
    formatPercent(postgres),
    (rss / megabyte).toFixed(0),
    (heap / megabyte).toFixed(1),
  ]
}

function formatPercent(part: number): string {
  return `${(part * 100).toFixed(2)} %`
}

function formatSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
