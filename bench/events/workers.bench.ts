import { ChildProgram } from '../harness/child-program.ts'
import { waitUntilCounted } from './wait-until-counted.ts'
import { assertClaim, isQuick, printTable } from '../harness/results.ts'
import type { PlayedLogs } from './event-client.program.ts'

/**
 * The log intake with one worker process and with two: the same logs, sent to one web process, counted by workers of their own, each time
 * into a new embedded database with fsync. Compared is the processor time for a kill of all processes and PostgreSQL: two workers that
 * waited for each other or did work twice would take more.
 */
const kills = isQuick ? 30_000 : 300_000
const servers = 200
const maxCpuRatio = 1.3

type Portal = ChildProgram<typeof import('./event-portal.program.ts').servedTasks>
const startPortal = (environment: NodeJS.ProcessEnv): Portal =>
  ChildProgram.start('events/event-portal.program.ts', [], environment)

interface IntakeCost {
  seconds: number
  web: number
  /** Of each worker. */
  workers: number[]
  postgres: number
}

const client = ChildProgram.start<typeof import('./event-client.program.ts').servedTasks>(
  'events/event-client.program.ts',
)
try {
  const played = await client.call('play', { servers, players: 16, kills, batchBytes: 16_384 })
  const one = await measure(played, 1)
  const two = await measure(played, 2)
  reportResults(played.kills, one, two)
} finally {
  await client.stop()
}

async function measure(played: PlayedLogs, workerCount: number): Promise<IntakeCost> {
  const web = startPortal({ BENCH_ROLES: 'web' })
  const workers: Portal[] = []
  try {
    const databaseUrl = await web.call('databaseUrl')
    for (let index = 0; index < workerCount; index += 1)
      workers.push(startPortal({ BENCH_ROLES: 'worker', BENCH_DATABASE_URL: databaseUrl }))
    const addresses = await web.call('open', played.modes)
    const readCpu = () => Promise.all([web, ...workers].map((program) => program.call('cpu')))
    const before = await readCpu()
    const started = performance.now()
    await Promise.all([client.call('send', addresses), waitUntilCounted(web, played.kills)])
    const seconds = (performance.now() - started) / 1_000
    const after = await readCpu()
    const [webUs = NaN, ...workerUs] = after.map(
      ({ portal }, index) => portal - (before[index]?.portal ?? NaN),
    )
    const boards = await web.call('onBoards')
    assertClaim(
      boards.all === played.kills && boards.season === played.kills,
      `workers ${workerCount}: ${boards.all} and ${boards.season} kills on the boards of ${played.kills} sent`,
    )
    return {
      seconds,
      web: webUs,
      workers: workerUs,
      postgres: (after[0]?.postgres ?? NaN) - (before[0]?.postgres ?? NaN),
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
    await web.stop()
  }
}

function reportResults(sent: number, one: IntakeCost, two: IntakeCost): void {
  const perKill = (us: number) => (us / sent).toFixed(1)
  const row = (name: string, { seconds, web, workers, postgres }: IntakeCost) => [
    name,
    Math.round(sent / seconds),
    perKill(web),
    workers.map(perKill).join(' + '),
    perKill(postgres),
  ]
  printTable(
    `${sent} kills, CPU µs for each`,
    ['', 'kills/s', 'web', 'workers', 'PostgreSQL'],
    [row('one worker', one), row('two workers', two)],
  )
  const total = ({ web, workers, postgres }: IntakeCost) =>
    web + workers.reduce((sum, us) => sum + us, 0) + postgres
  const ratio = total(two) / total(one)
  if (Number.isNaN(ratio))
    console.log('skipped: this system does not report the processor time of PostgreSQL')
  else
    assertClaim(
      ratio <= maxCpuRatio,
      `two workers take ${ratio.toFixed(2)} times the CPU of one, at most ${maxCpuRatio}`,
    )
  const [less = 0, more = 0] = two.workers.toSorted((a, b) => a - b)
  assertClaim(less >= more / 4, `both work: ${perKill(less)} and ${perKill(more)} µs for each kill`)
}
