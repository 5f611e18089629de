import { ChildProgram } from '../harness/child-program.ts'
import { assertClaim, isQuick, printTable } from '../harness/results.ts'

/**
 * The work of the reconciler for a rental among a hundred and among thousands: processor time of its process and PostgreSQL together, over
 * hosts and games in memory that take none. It must not grow with the number of rentals. Then two workers on all of them: none may wait for a
 * row that the other one has claimed.
 */
const few = { rentals: 100, hosts: 1 }
const many = isQuick ? { rentals: 500, hosts: 5 } : { rentals: 5_000, hosts: 50 }
const maxGrowth = 1.2
/** Of few rentals more rounds, so that as much work is measured. */
const passesOf = { few: isQuick ? 20 : 60, many: isQuick ? 4 : 3 }
const changes = isQuick ? 100 : 400

type Program = ChildProgram<typeof import('./reconciler.program.ts').servedTasks>
const startProgram = (): Program => ChildProgram.start('rentals/reconciler.program.ts')

const works = ['create', 'pass', 'change', 'watch'] as const
/** CPU µs for a rental, of the process and of PostgreSQL. */
type Costs = Record<(typeof works)[number], { portal: number; postgres: number }>

const titles: Record<keyof Costs, string> = {
  create: 'paid → ready',
  pass: 'looked at, all at once',
  change: 'looked at, one by one',
  watch: 'watched, once',
}

const small = await measureCosts(few, passesOf.few)
const large = await measureCosts(many, passesOf.many)
reportCosts(small, large)
await measureLocks()

async function measureCosts({ rentals, hosts }: typeof few, passes: number): Promise<Costs> {
  const program = startProgram()
  try {
    // Compiles what is measured, in the same process and on the same tables.
    await program.call('prepare', { rentals: 100, hosts: 1 })
    await program.call('start', 1)
    await program.call('create')
    for (let pass = 0; pass < 20; pass += 1) await program.call('pass')
    await program.call('stop')
    await program.call('clear')

    await program.call('prepare', { rentals, hosts })
    await program.call('start', 1)
    const create = await measure(program, rentals, () => program.call('create'))
    await program.call('analyze')
    const pass = await measure(program, rentals * passes, async () => {
      for (let round = 0; round < passes; round += 1) await program.call('pass')
    })
    const change = await measure(program, changes, () => program.call('change', changes))
    await program.call('watch')
    const watch = await measure(program, rentals * passes, async () => {
      for (let round = 0; round < passes; round += 1) await program.call('watch')
    })
    const wrongs = await program.call('wrongs')
    assertClaim(wrongs.length === 0, `${rentals} rentals have one server each ${wrongs.join('; ')}`)
    return { create, pass, change, watch }
  } finally {
    await program.stop()
  }
}

async function measure(program: Program, count: number, work: () => Promise<unknown>) {
  const before = await program.call('cpu')
  await work()
  const after = await program.call('cpu')
  return {
    portal: (after.portal - before.portal) / count,
    postgres: (after.postgres - before.postgres) / count,
  }
}

function reportCosts(before: Costs, after: Costs): void {
  const total = ({ portal, postgres }: Costs['pass']) => portal + (Number.isNaN(postgres) ? 0 : postgres)
  const growth = (work: keyof Costs) => total(after[work]) / total(before[work])
  const shown = ({ portal, postgres }: Costs['pass']) => `${Math.round(portal)} + ${Math.round(postgres)}`
  printTable(
    'CPU µs for a rental, worker + PostgreSQL',
    ['', `${few.rentals} on ${few.hosts}`, `${many.rentals} on ${many.hosts}`, 'ratio'],
    works.map((work) => [titles[work], shown(before[work]), shown(after[work]), growth(work).toFixed(2)]),
  )
  for (const work of works)
    assertClaim(
      growth(work) <= maxGrowth,
      `${titles[work]}: ${growth(work).toFixed(2)} times the CPU among ${many.rentals}, at most ${maxGrowth}`,
    )
}

async function measureLocks(): Promise<void> {
  const program = startProgram()
  try {
    await program.call('prepare', many)
    await program.call('start', 2)
    const created = await program.call('create')
    const passed = await program.call('pass')
    printTable(
      `${many.rentals} rentals, two workers`,
      ['', 'samples', 'sessions that waited for a lock'],
      [
        [titles.create, created.samples, created.waiting],
        [titles.pass, passed.samples, passed.waiting],
      ],
    )
    assertClaim(
      passed.waiting === 0,
      `${passed.waiting} waits for a lock in ${passed.samples} samples of claims`,
    )
    const wrongs = await program.call('wrongs')
    assertClaim(wrongs.length === 0, `two workers make one server for each rental ${wrongs.join('; ')}`)
  } finally {
    await program.stop()
  }
}
