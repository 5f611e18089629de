import { aim, hold, printTable, quick } from './figures.ts'
import { Worker } from './worker.ts'

/**
 * Listeners of the stream while every second 100 of 1,000 servers change: memory for each, and how long the event loop
 * is held up, beyond what an idle process beside it sees on the same machine.
 */
const listeners = quick ? 2_000 : 5_000
const few = 100
const seconds = quick ? 4 : 15
const changed = 100
const kbMax = 30
const stallMaxMs = 50
const path = '/api/servers/stream'

const portal = Worker.start('portal-worker.ts', ['--expose-gc'])
const idle = Worker.start('bare-worker.ts')
const viewers = Worker.start('load-worker.ts')
try {
  await portal.ask('fill', 1_000)
  const url = await portal.ask<string>('url')
  await viewers.ask('hold', { url, path, connections: few })
  await changeFor(5)
  const before = await portal.ask<number>('memory')
  await viewers.ask('hold', { url, path, connections: listeners - few })
  for (const worker of [portal, idle]) await worker.ask('watchStalls')
  await changeFor(seconds)
  const stallMs = await portal.ask<number>('stallP99Ms')
  const idleMs = await idle.ask<number>('stallP99Ms')
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const open = await viewers.ask<number>('open')
  const kb = ((await portal.ask<number>('memory')) - before) / 1_024 / (listeners - few)
  printTable(
    'Stream, 100 of 1,000 servers change each second',
    ['listeners', 'kB each', 'loop stall p99 ms', 'of an idle process'],
    [[listeners, kb.toFixed(1), stallMs.toFixed(1), idleMs.toFixed(1)]],
  )
  hold(open === listeners, `all ${listeners} listeners are still there (${open})`)
  aim(kb <= kbMax, `${kb.toFixed(1)} kB each, at most ${kbMax}`)
  aim(
    stallMs - idleMs <= stallMaxMs,
    `loop stall p99 ${(stallMs - idleMs).toFixed(1)} ms, at most ${stallMaxMs}`,
  )
} finally {
  await Promise.all([portal, idle, viewers].map((worker) => worker.stop()))
}

async function changeFor(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await portal.ask('change', changed)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
