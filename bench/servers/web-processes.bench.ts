import { setTimeout as wait } from 'node:timers/promises'
import { maxStreamListeners } from '@clutch/contract/limits.ts'
import { ChildProgram } from '../harness/child-program.ts'
import { assertClaim, isQuick, median, printTable, reportTarget } from '../harness/results.ts'

/**
 * Three web processes against one, on one database: processor time for a list, a page of a board, and a change that streams send, of all
 * processes and PostgreSQL together. Where it does not grow with the processes, they add up on a machine that has the cores; requests/s of
 * this machine are printed, too. Then every listener that three processes take.
 */
const processes = 3
const players = isQuick ? 2_000 : 30_000
const rounds = isQuick ? 3 : 15
const connections = 30
const listeners = isQuick ? 500 : maxStreamListeners
const fewListeners = 100
const changes = isQuick ? 5 : 20
const warmUpChanges = 8
const changedServers = 100
const maxCpuRatio = 1.25
const maxKilobytesPerListener = 30

const loads = [
  { name: 'list', path: '/api/servers', responses: 6_000 },
  {
    name: 'page of a board',
    path: '/api/leaderboard/dm?season=all&page=3',
    responses: isQuick ? 600 : 1_200,
  },
] as const

type Portal = ChildProgram<typeof import('./list-portal.program.ts').servedTasks>
const startPortal = (environment?: NodeJS.ProcessEnv): Portal =>
  ChildProgram.start('servers/list-portal.program.ts', ['--expose-gc'], environment)

/** Writes the list, and answers no request: what it takes is not counted. */
const writer = startPortal()
const client = ChildProgram.start<typeof import('./load-client.program.ts').servedTasks>(
  'servers/load-client.program.ts',
)
const webs: Portal[] = []
try {
  await writer.call('fill', 1_000)
  await writer.call('fillBoard', players)
  // First: memory that requests have left would be reused by listeners.
  await measureStreams()
  await stopWebs()
  await measureRequests(await addWebs(processes))
} finally {
  await Promise.all([stopWebs(), client.stop()])
  await writer.stop()
}

/** Returns their addresses. */
async function addWebs(count: number): Promise<string[]> {
  const databaseUrl = await writer.call('databaseUrl')
  const added = Array.from({ length: count }, () => startPortal({ BENCH_DATABASE_URL: databaseUrl }))
  webs.push(...added)
  return Promise.all(added.map((web) => web.call('url')))
}

async function stopWebs(): Promise<void> {
  await Promise.all(webs.splice(0).map((web) => web.stop()))
}

/** Of all web processes and PostgreSQL. */
async function readCpuUs(): Promise<number> {
  const all = await Promise.all([...webs.map((web) => web.call('cpuUs')), writer.call('postgresCpuUs')])
  return all.reduce((sum, us) => sum + us, 0)
}

interface LoadCost {
  perSecond: number
  cpuUs: number
}

async function load(urls: readonly string[], path: string, responses: number): Promise<LoadCost> {
  const before = await readCpuUs()
  const options = {
    path,
    headers: { 'accept-encoding': 'gzip, br' },
    connections: connections / urls.length,
    responses: responses / urls.length,
  }
  const done = await Promise.all(urls.map((url) => client.call('load', { ...options, url })))
  const wrong = done.filter(({ status }) => status !== '200')
  if (wrong.length > 0) throw new Error(`${path} was answered ${wrong[0]?.status}`)
  const answered = done.reduce((sum, one) => sum + one.responses, 0)
  return {
    perSecond: done.reduce((sum, one) => sum + one.perSecond, 0),
    cpuUs: ((await readCpuUs()) - before) / answered,
  }
}

async function measureRequests(urls: readonly string[]): Promise<void> {
  const rows: (string | number)[][] = []
  for (const { name, path, responses } of loads) {
    await load(urls, path, responses * 3)
    const taken: { one: LoadCost; three: LoadCost }[] = []
    while (taken.length < rounds)
      taken.push({
        one: await load(
          urls.slice(taken.length % processes, (taken.length % processes) + 1),
          path,
          responses,
        ),
        three: await load(urls, path, responses),
      })
    const ratio = median(taken.map(({ one, three }) => three.cpuUs / one.cpuUs))
    const middle = (of: 'one' | 'three', figure: keyof LoadCost) =>
      Math.round(median(taken.map((round) => round[of][figure])))
    const figures = (['perSecond', 'cpuUs'] as const).flatMap((figure) => [
      middle('one', figure),
      middle('three', figure),
    ])
    rows.push([name, ...figures, ratio.toFixed(2)])
    assertClaim(
      ratio <= maxCpuRatio,
      `${name}: three processes take ${ratio.toFixed(2)} times the CPU of one, at most ${maxCpuRatio}`,
    )
  }
  const columns = ['', 'one/s', 'three/s', 'CPU µs of one', 'CPU µs of three', 'ratio']
  printTable('Requests at one web process and at three', columns, rows)
}

/** CPU of the web processes and PostgreSQL for one change that one listener gets, µs; changes before that only warm up. */
async function measureChanges(count: number): Promise<number> {
  for (let change = 0; change < warmUpChanges; change += 1) {
    await writer.call('change', changedServers)
    await wait(1_000)
  }
  const before = await readCpuUs()
  for (let change = 0; change < changes; change += 1) {
    await writer.call('change', changedServers)
    await wait(1_000)
  }
  return ((await readCpuUs()) - before) / changes / count
}

/** Every process builds each list itself: the one is measured before there are others. */
async function measureStreams(): Promise<void> {
  const memory = async () => {
    const all = await Promise.all(webs.map((web) => web.call('memory')))
    return all.reduce((sum, bytes) => sum + bytes, 0)
  }
  const hold = (url: string, count: number) =>
    client.call('hold', { url, path: '/api/servers/stream', connections: count })
  const [first = ''] = await addWebs(1)
  await hold(first, listeners)
  const one = await measureChanges(listeners)
  const others = await addWebs(processes - 1)
  for (const url of others) await hold(url, fewListeners)
  await measureChanges(1)
  const before = await memory()
  for (const url of others) await hold(url, listeners - fewListeners)
  const all = listeners * processes
  const three = await measureChanges(all)
  await wait(2_000)
  const kilobytes = ((await memory()) - before) / 1_024 / ((listeners - fewListeners) * others.length)
  const open = await client.call('open')
  printTable(
    `${changedServers} of 1,000 servers change, ${changes} times`,
    ['listeners', 'CPU µs for each listener', 'kB each'],
    [
      [`${listeners} at one process`, one.toFixed(1), ''],
      [`${all} at ${processes} processes`, three.toFixed(1), kilobytes.toFixed(1)],
    ],
  )
  assertClaim(open === all, `all ${all} listeners are still there (${open})`)
  assertClaim(
    three / one <= maxCpuRatio,
    `a listener takes ${(three / one).toFixed(2)} times the CPU at three processes, at most ${maxCpuRatio}`,
  )
  reportTarget(
    kilobytes <= maxKilobytesPerListener,
    `${kilobytes.toFixed(1)} kB each, at most ${maxKilobytesPerListener}`,
  )
}
