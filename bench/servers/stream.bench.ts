import { reportTarget, assertClaim, printTable, isQuick } from '../harness/results.ts'
import { ChildProgram } from '../harness/child-program.ts'

/**
 * Listeners of the stream while every second 100 of 1,000 servers change: memory for each, and how long the event loop
 * is held up, beyond what an idle process beside it sees on the same machine.
 */
const listeners = isQuick ? 2_000 : 5_000
const fewListeners = 100
const seconds = isQuick ? 4 : 15
const changedServers = 100
const maxKilobytesPerListener = 30
const maxStallMs = 50
const path = '/api/servers/stream'

const portal = ChildProgram.start<typeof import('./list-portal.program.ts').servedTasks>(
  'servers/list-portal.program.ts',
  ['--expose-gc'],
)
const bareServer = ChildProgram.start<typeof import('./bare-http-server.program.ts').servedTasks>(
  'servers/bare-http-server.program.ts',
)
const viewers = ChildProgram.start<typeof import('./load-client.program.ts').servedTasks>(
  'servers/load-client.program.ts',
)
try {
  await portal.call('fill', 1_000)
  const url = await portal.call('url')
  await viewers.call('hold', { url, path, connections: fewListeners })
  await changeForRounds(5)
  const before = await portal.call('memory')
  await viewers.call('hold', { url, path, connections: listeners - fewListeners })
  for (const worker of [portal, bareServer]) await worker.call('watchStalls')
  await changeForRounds(seconds)
  const stallMs = await portal.call('stallP99Ms')
  const idleMs = await bareServer.call('stallP99Ms')
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const open = await viewers.call('open')
  const kb = ((await portal.call('memory')) - before) / 1_024 / (listeners - fewListeners)
  printTable(
    'Stream, 100 of 1,000 servers change each second',
    ['listeners', 'kB each', 'loop stall p99 ms', 'of an idle process'],
    [[listeners, kb.toFixed(1), stallMs.toFixed(1), idleMs.toFixed(1)]],
  )
  assertClaim(open === listeners, `all ${listeners} listeners are still there (${open})`)
  reportTarget(kb <= maxKilobytesPerListener, `${kb.toFixed(1)} kB each, at most ${maxKilobytesPerListener}`)
  reportTarget(
    stallMs - idleMs <= maxStallMs,
    `loop stall p99 ${(stallMs - idleMs).toFixed(1)} ms, at most ${maxStallMs}`,
  )
} finally {
  await Promise.all([portal, bareServer, viewers].map((worker) => worker.stop()))
}

async function changeForRounds(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await portal.call('change', changedServers)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
