import { offlineAfterMisses } from '@clutch/contract/limits.ts'
import { assertClaim, median, printTable, isQuick } from '../harness/results.ts'
import type { PollRound } from './poll-contender.program.ts'
import type { SimulatedServersOptions } from './simulated-servers.program.ts'
import { ChildProgram } from '../harness/child-program.ts'

/**
 * Polling simulated servers, INFO and PLAYER: our A2S beside gamedig at 64 in flight, by turns in the same run, each
 * in a process of its own. A live server that misses three rounds in a row counts as a false offline.
 */
const noFaults = { loss: 0, dead: 0 }
const networkFaults = { loss: 0.03, dead: 0.05 }
const scenarios: SimulatedServersOptions[] = (isQuick ? [200] : [200, 1_000, 5_000]).flatMap((count) => [
  { count, ...noFaults },
  { count, ...networkFaults },
])
const rounds = isQuick ? 3 : 7
const contenders = ['ours', 'gamedig'] as const

interface ScenarioResult {
  cpuUs: number
  wallMs: number
  rssMb: number
  misses: number
  falseOffline: number
}

const rows: (string | number)[][] = []
for (const scenario of scenarios) {
  const results = await runScenario(scenario)
  const name = `${scenario.count}${scenario.loss > 0 ? ', 3 % loss, 5 % dead' : ''}`
  for (const contender of contenders) {
    const { cpuUs, wallMs, rssMb, misses, falseOffline } = results[contender]
    const figures = [Math.round(cpuUs), Math.round(wallMs), Math.round(rssMb), misses, falseOffline]
    rows.push([name, contender, ...figures])
  }
  const ratio = results.ours.cpuUs / results.gamedig.cpuUs
  assertClaim(ratio <= 0.5, `${name}: CPU is ${ratio.toFixed(2)} of gamedig's, at most 0.5`)
  assertClaim(results.ours.falseOffline === 0, `${name}: no false offline`)
}
const columns = ['servers', 'by', 'CPU µs/server', 'round ms', 'RSS MB', 'missed polls', 'false offlines']
printTable('Polling, INFO + PLAYER', columns, rows)

async function runScenario(
  scenario: SimulatedServersOptions,
): Promise<Record<(typeof contenders)[number], ScenarioResult>> {
  const servers = ChildProgram.start<typeof import('./simulated-servers.program.ts').servedTasks>(
    'servers/simulated-servers.program.ts',
  )
  const workers = {
    ours: ChildProgram.start<typeof import('./poll-contender.program.ts').servedTasks>(
      'servers/poll-contender.program.ts',
    ),
    gamedig: ChildProgram.start<typeof import('./poll-contender.program.ts').servedTasks>(
      'servers/poll-contender.program.ts',
    ),
  }
  try {
    const { live, dead } = await servers.call('start', scenario)
    const taken: Record<(typeof contenders)[number], PollRound[]> = { ours: [], gamedig: [] }
    for (const contender of contenders) await workers[contender].call('become', contender)
    for (let round = 0; round <= rounds; round++) {
      for (const contender of contenders) {
        const done = await workers[contender].call('round', [...live, ...dead])
        // The first round only warms up.
        if (round > 0) taken[contender].push(done)
      }
    }
    return { ours: summarize(taken.ours, live), gamedig: summarize(taken.gamedig, live) }
  } finally {
    await Promise.all([servers, workers.ours, workers.gamedig].map((worker) => worker.stop()))
  }
}

function summarize(taken: readonly PollRound[], live: readonly number[]): ScenarioResult {
  const servers = live.length + (taken[0]?.missedPorts.length ?? 0)
  const inARow = new Map<number, number>()
  const offline = new Set<number>()
  let misses = 0
  for (const { missedPorts } of taken) {
    const silent = new Set(missedPorts)
    for (const port of live) {
      const count = silent.has(port) ? (inARow.get(port) ?? 0) + 1 : 0
      inARow.set(port, count)
      misses += silent.has(port) ? 1 : 0
      if (count >= offlineAfterMisses) offline.add(port)
    }
  }
  return {
    cpuUs: median(taken.map((round) => round.cpuUs)) / servers,
    wallMs: median(taken.map((round) => round.wallMs)),
    rssMb: Math.max(...taken.map((round) => round.rssMb)),
    misses,
    falseOffline: offline.size,
  }
}
