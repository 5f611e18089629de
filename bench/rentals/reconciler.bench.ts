import { ChildProgram } from '../harness/child-program.ts'
import { assertClaim, isQuick, median, printTable } from '../harness/results.ts'

/**
 * The work of the reconciler for a rental among a hundred and among thousands, by turns: processor time of its process and PostgreSQL
 * together, over hosts and games in memory that take none. It must not grow with the number of rentals. Then two workers on all of them: none
 * may wait for a row that the other one has claimed.
 */
const few = { rentals: 100, hosts: 1 }
const many = isQuick ? { rentals: 500, hosts: 5 } : { rentals: 5_000, hosts: 50 }
const maxGrowth = 1.2
const rounds = isQuick ? 3 : 9
const created = 8
const looks = 80
const changes = 40

type Program = ChildProgram<typeof import('./reconciler.program.ts').servedTasks>
const startProgram = (): Program => ChildProgram.start('rentals/reconciler.program.ts')

const works = ['create', 'pass', 'change', 'watch'] as const
type Work = (typeof works)[number]
/** CPU µs for a rental, of the process and of PostgreSQL. */
interface Cost {
  portal: number
  postgres: number
}

const titles: Record<Work, string> = {
  create: 'paid → ready',
  pass: `looked at, ${looks} at once`,
  change: 'looked at, one by one',
  watch: 'watched',
}

const small = startProgram()
const large = startProgram()
try {
  await Promise.all([small.call('prepare', few), large.call('prepare', many)])
  await Promise.all([small, large].map((program) => program.call('start', 1)))
  const taken: { few: Record<Work, Cost>; many: Record<Work, Cost> }[] = []
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const turn = {
      few: await measureRound(small, few.rentals),
      many: await measureRound(large, many.rentals),
    }
    if (round > 0) taken.push(turn)
  }
  reportCosts(taken)
  for (const program of [small, large]) {
    const wrongs = await program.call('wrongs')
    assertClaim(wrongs.length === 0, `each rental has one server ${wrongs.join('; ')}`)
  }
  await measureLocks()
} finally {
  await Promise.all([small.stop(), large.stop()])
}

async function measureRound(program: Program, rentals: number): Promise<Record<Work, Cost>> {
  await program.call('insert', created)
  const create = await measure(program, created, () => program.call('create'))
  const pass = await measure(program, looks, () => program.call('pass', looks))
  const change = await measure(program, changes, () => program.call('change', changes))
  const watch = await measure(program, rentals, () => program.call('watch'))
  return { create, pass, change, watch }
}

async function measure(program: Program, count: number, work: () => Promise<unknown>): Promise<Cost> {
  const before = await program.call('cpu')
  await work()
  const after = await program.call('cpu')
  return {
    portal: (after.portal - before.portal) / count,
    postgres: (after.postgres - before.postgres) / count,
  }
}

function reportCosts(taken: readonly { few: Record<Work, Cost>; many: Record<Work, Cost> }[]): void {
  const total = ({ portal, postgres }: Cost) => portal + (Number.isNaN(postgres) ? 0 : postgres)
  const growth = (work: Work) => median(taken.map((turn) => total(turn.many[work]) / total(turn.few[work])))
  const shown = (of: 'few' | 'many', work: Work) =>
    (['portal', 'postgres'] as const)
      .map((part) => Math.round(median(taken.map((turn) => turn[of][work][part]))))
      .join(' + ')
  printTable(
    'CPU µs for a rental, worker + PostgreSQL',
    ['', `${few.rentals} on ${few.hosts}`, `${many.rentals} on ${many.hosts}`, 'ratio'],
    works.map((work) => [titles[work], shown('few', work), shown('many', work), growth(work).toFixed(2)]),
  )
  for (const work of works)
    assertClaim(
      growth(work) <= maxGrowth,
      `${titles[work]}: ${growth(work).toFixed(2)} times the CPU among ${many.rentals}, at most ${maxGrowth}`,
    )
}

/** A worker that waited for a row that the other one claimed would wait for its transaction. */
async function measureLocks(): Promise<void> {
  await large.call('start', 1)
  const { samples, waits } = await large.call('contend')
  const waited = Object.entries(waits).map(([event, count]) => `${event} ${count}`)
  console.log(
    `two workers, ${many.rentals} rentals: waits in ${samples} samples: ${waited.join(', ') || 'none'}`,
  )
  const rows = (waits['transactionid'] ?? 0) + (waits['tuple'] ?? 0)
  assertClaim(rows === 0, `${rows} waits for a row in ${samples} samples`)
}
