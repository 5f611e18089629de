import { setTimeout as wait } from 'node:timers/promises'
import { startBare } from './bare-games.ts'
import { aim, hold, median, printTable, quick } from './figures.ts'
import type { Games, Usage } from './rental-portal.ts'
import { Worker } from './worker.ts'

/**
 * What an owner waits for, and what it costs to keep servers. From the commit that a payment brings to a server that is ready, with
 * the process driver and simulated games that idle; beside it the same game started by hand, until it answers the same
 * questions. Then many at once, and the worker's processor time and memory while all of them stand and are watched. On the embedded
 * database with fsync.
 */
const turns = quick ? 5 : 15
const together = quick ? 8 : 50
const standing = quick ? 20 : 200
const windowMs = quick ? 6_000 : 60_000
const readyMs = 2_000
const coreMax = 0.02
const leaseKilobytes = 200
/** A start is looked at four times a second at most, and told what its files say: that much is added to a game that starts in no time. */
const readyRatioMax = 6
/** Of a few at once the wait of one for the next look counts for more than the work of all. */
const togetherRatioMax = quick ? 12 : 3
const megabyte = 1_048_576

const portal = Worker.start('rental-portal.ts', ['--expose-gc'])
try {
  const rest = await observe()
  await measureOne()
  await measureMany()
  await measureStanding(rest)
  const left = await portal.ask<string[]>('end')
  hold(left.length === 0, `${left.length} game servers are left behind`)
  console.log(await portal.ask<string>('settings'))
} finally {
  await portal.stop()
}

async function measureOne(): Promise<void> {
  const ours: number[] = []
  const bare: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    bare.push(await startBare(1))
    ours.push(await portal.ask<number>('rent', 1))
  }
  const worst = Math.max(...ours)
  printTable(
    `${turns} servers, one after the other`,
    ['', 'ms (median)', 'ms (worst)'],
    [
      ['paid → ready', Math.round(median(ours)), Math.round(worst)],
      ['the game started by hand', Math.round(median(bare)), Math.round(Math.max(...bare))],
    ],
  )
  aim(median(ours) <= readyMs, `ready after ${Math.round(median(ours))} ms, at most ${readyMs}`)
  // The fastest of each: what else the machine did meanwhile is in the others.
  const ratio = Math.min(...ours) / Math.min(...bare)
  hold(ratio <= readyRatioMax, `that is ${ratio.toFixed(2)} times the game alone, at most ${readyRatioMax}`)
}

async function measureMany(): Promise<void> {
  const bare = await startBare(together)
  const ours = await portal.ask<number>('rent', together)
  const { names } = await portal.ask<Games>('games')
  printTable(
    `${together} servers at once`,
    ['', 'seconds', 'per second'],
    [
      ['paid → ready', seconds(ours), (together / (ours / 1_000)).toFixed(1)],
      ['the games started by hand', seconds(bare), (together / (bare / 1_000)).toFixed(1)],
    ],
  )
  const wanted = turns + together
  const isOnce = names.length === wanted && new Set(names).size === wanted
  hold(isOnce, `${names.length} game servers run for ${wanted} leases, each once`)
  const ratio = ours / bare
  hold(ratio <= togetherRatioMax, `it takes ${ratio.toFixed(2)} times as long, at most ${togetherRatioMax}`)
}

async function measureStanding(rest: Observed): Promise<void> {
  await portal.ask('rent', standing - turns - together)
  const full = await observe()
  const { names, bytes } = await portal.ask<Games>('games')
  printTable(
    `${standing} servers stand and are watched, for ${windowMs / 1_000} s`,
    ['', '% of a core', '% of PostgreSQL', 'RSS MB', 'heap MB'],
    [row('no lease', rest), row(`${standing} leases`, full)],
  )
  hold(names.length === standing, `${names.length} game servers run for ${standing} leases`)
  console.log(`a simulated game that idles takes ${(bytes / megabyte).toFixed(0)} MB`)
  const part = full.portal
  aim(part <= coreMax, `the worker takes ${percent(part)} of a core, at most ${percent(coreMax)}`)
  const each = (what: 'rss' | 'heap') => (full[what] - rest[what]) / 1_024 / standing
  console.log(`since there was no lease RSS grew by ${each('rss').toFixed(0)} KB a lease`)
  const held = each('heap')
  aim(held <= leaseKilobytes, `a lease holds ${held.toFixed(1)} KB of heap, at most ${leaseKilobytes}`)
}

interface Observed {
  /** Parts of a core. */
  portal: number
  postgres: number
  /** Bytes. */
  rss: number
  heap: number
}

/** What the portal takes for a while in which nothing is asked of it. */
async function observe(): Promise<Observed> {
  const before = await portal.ask<Usage>('usage')
  await wait(windowMs)
  const after = await portal.ask<Usage>('usage')
  const us = windowMs * 1_000
  return {
    portal: (after.portal - before.portal) / us,
    postgres: (after.postgres - before.postgres) / us,
    rss: after.rss,
    heap: after.heap,
  }
}

function row(name: string, { portal: ours, postgres, rss, heap }: Observed) {
  return [name, percent(ours), percent(postgres), (rss / megabyte).toFixed(0), (heap / megabyte).toFixed(1)]
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)} %`
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
