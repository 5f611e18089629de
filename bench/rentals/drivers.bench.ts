import { assertClaim, isQuick, median, printTable, reportTarget } from '../harness/results.ts'
import { ChildProgram } from '../harness/child-program.ts'
import type { DriverKind } from './driver-portal.program.ts'

/**
 * From the commit of a payment to a server that is ready, with the process driver, with pods and with GameServers of Agones, in turns. The
 * cluster is emulated, and its node runs the same simulated games: what is measured is what the driver and the objects of the cluster add, not
 * what a container takes.
 */
const rounds = isQuick ? 2 : 15
const kinds: readonly DriverKind[] = ['process', 'pods', 'GameServers']
const maxReadyMs = 5_000
const maxRatio = 5

const portals = kinds.map((kind) => ({
  kind,
  times: [] as number[],
  portal: ChildProgram.start<typeof import('./driver-portal.program.ts').servedTasks>(
    'rentals/driver-portal.program.ts',
  ),
}))
try {
  for (const { kind, portal } of portals) await portal.call('open', kind)
  for (let turn = 0; turn < rounds; turn += 1)
    for (const { portal, times } of portals) times.push(await portal.call('rent'))
  printTable(
    `paid → ready, ${rounds} servers of each, in turns`,
    ['driver', 'ms (median)', 'ms (fastest)', 'ms (worst)'],
    portals.map(({ kind, times }) => [
      kind,
      ...[median(times), Math.min(...times), Math.max(...times)].map((ms) => Math.round(ms)),
    ]),
  )
  const [own, ...clusters] = portals
  for (const { kind, times } of clusters) {
    const ratio = Math.min(...times) / Math.min(...(own?.times ?? []))
    assertClaim(
      ratio <= maxRatio,
      `${kind} take ${ratio.toFixed(2)} times as long as processes, at most ${maxRatio}`,
    )
    reportTarget(median(times) <= maxReadyMs, `${kind} are ready after ${Math.round(median(times))} ms`)
  }
  for (const { portal } of portals) await portal.call('end')
} finally {
  for (const { portal } of portals) await portal.stop()
}
