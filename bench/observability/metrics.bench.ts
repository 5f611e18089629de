import { assertClaim, isQuick, median, printTable, reportTarget } from '../harness/results.ts'
import { ChildProgram } from '../harness/child-program.ts'

/**
 * What recording metrics costs an answer: one portal without and one with metrics answer the same calls, by turns in the same run:
 * GET /api/servers, the cheapest there is, out of memory, and a call that queries the database. What one scrape costs is printed
 * beside it: a Prometheus asks every 15 s.
 */
const rounds = isQuick ? 15 : 40
const connections = 32
const calls = [
  { path: '/api/servers', responses: isQuick ? 2_000 : 4_000, warmUp: 10_000 },
  { path: '/api/server/announcement', responses: isQuick ? 300 : 1_000, warmUp: 1_500 },
]
const targetRatio = 0.95
/** What fails the bench: beside other work a ratio is measured to about 5 %, in few rounds to 10 %. */
const leastRatio = isQuick ? 0.85 : 0.88

type Portal = ChildProgram<typeof import('../servers/list-portal.program.ts').servedTasks>

const start = (): Portal => ChildProgram.start('servers/list-portal.program.ts')
const portals = { without: start(), with: start() }
const load = ChildProgram.start<typeof import('../servers/load-client.program.ts').servedTasks>(
  'servers/load-client.program.ts',
)
try {
  await portals.with.call('openMetrics')
  for (const portal of Object.values(portals)) await portal.call('fill', 100)
  const rows: string[][] = []
  for (const call of calls) rows.push(await compare(call))
  const columns = ['call', 'without µs', 'with µs', 'ratio', 'one scrape µs']
  printTable('CPU for each answer, without and with metrics', columns, rows)
} finally {
  await Promise.all([portals.without, portals.with, load].map((worker) => worker.stop()))
}

async function compare({ path, responses, warmUp }: (typeof calls)[number]): Promise<string[]> {
  await measureRound(path, warmUp)
  const taken: { without: number; with: number }[] = []
  while (taken.length < rounds) taken.push(await measureRound(path, responses))
  const without = median(taken.map((round) => round.without))
  const recorded = median(taken.map((round) => round.with))
  const ratio = without / recorded
  const claim = `${path}: CPU without metrics is ${ratio.toFixed(3)} of that with them`
  reportTarget(ratio >= targetRatio, `${claim}, target ${targetRatio}`)
  assertClaim(ratio >= leastRatio, `${claim}, at least ${leastRatio}`)
  const cells = [without.toFixed(1), recorded.toFixed(1), ratio.toFixed(3)]
  return [path, ...cells, String(await measureScrape())]
}

/** CPU of one answer of each portal, µs. */
async function measureRound(path: string, responses: number): Promise<{ without: number; with: number }> {
  const without = await measure(portals.without, path, responses)
  return { without, with: await measure(portals.with, path, responses) }
}

async function measure(portal: Portal, path: string, responses: number): Promise<number> {
  const url = await portal.call('url')
  const before = await portal.call('cpuUs')
  const headers = { 'accept-encoding': 'gzip, br' }
  const done = await load.call('load', { url, path, headers, connections, responses })
  return ((await portal.call('cpuUs')) - before) / done.responses
}

/** CPU of one scrape that also reads the database, µs. */
async function measureScrape(): Promise<number> {
  const before = await portals.with.call('cpuUs')
  await portals.with.call('scrape')
  return Math.round((await portals.with.call('cpuUs')) - before)
}
