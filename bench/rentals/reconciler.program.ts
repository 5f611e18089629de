import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import type { AppContext } from '@clutch/server/platform/context.ts'
import { type Database, openDatabase } from '@clutch/server/platform/database/index.ts'
import { Jobs } from '@clutch/server/platform/jobs/index.ts'
import { KeyRing, makeSecretKey } from '@clutch/server/platform/keys/keys.ts'
import { type Fleet, openFleet } from '@clutch/server/domains/rentals/fleet.ts'
import { startReconciler } from '@clutch/server/domains/rentals/reconciler/reconciler.worker.ts'
import { HostWatcher } from '@clutch/server/domains/rentals/reconciler/watch/host-watcher.ts'
import { notifyRentalChanged, notifyRentalsChanged } from '@clutch/server/domains/rentals/rentals.store.ts'
import { createTestRental } from '@clutch/server/domains/rentals/testing/rental-builder.ts'
import { ScriptedDriver } from '@clutch/server/domains/rentals/testing/scripted-driver.ts'
import { ScriptedGame } from '@clutch/server/domains/rentals/testing/scripted-game.ts'
import { SimulatedHosts } from '@clutch/server/domains/rentals/testing/simulated-hosts.ts'
import { sql } from 'kysely'
import { createDiscardedLog } from '../harness/discarded-log.ts'
import { startBenchDatabase } from '../harness/embedded-database.ts'
import { readCpuTimes } from '../harness/postgres-cpu.ts'
import { serveTasks } from '../harness/child-program.ts'
import { fillWithRunning } from './running-rentals.ts'

/** How many samples of the sessions were taken, and how many sessions in them waited for a lock, by its kind. */
export interface LockSamples {
  samples: number
  waits: Record<string, number>
}

const pollMs = 20
const sampleMs = 5
/** The reconciler of production on its embedded database, over machines and games in memory that take no time. */
const bench = await startBenchDatabase()
const { database } = bench
const log = createDiscardedLog()
const context: AppContext = {
  config: readConfig({ CLUTCH_ENV: 'development' }),
  clock: { now: () => new Date(), monotonicMs: () => performance.now() },
  keys: new KeyRing(makeSecretKey()),
  jobs: new Jobs(database, log),
  database,
  log,
}
let machines = new SimulatedHosts(() => new Date(), [])
let watcher: HostWatcher | undefined
let inserted: string[] = []
const workers: { stop: () => Promise<void> }[] = []

export const servedTasks = serveTasks(
  {
    prepare,
    start: startWorkers,
    stop: stopWorkers,
    insert: insertRentals,
    create: createInserted,
    pass: passSome,
    change: changeOneByOne,
    watch: watchOnce,
    contend: passAllWhileSampling,
    wrongs: () => machines.wrongs,
    cpu: () => readCpuTimes(bench.folder),
  },
  async () => {
    await stopWorkers()
    await bench.stop()
  },
)

/** Makes hosts with room for two times their part, and rentals that run on them. */
async function prepare({ rentals, hosts }: { rentals: number; hosts: number }): Promise<void> {
  const room = Math.ceil(rentals / hosts) * 2 + 100
  machines = new SimulatedHosts(
    () => new Date(),
    Array.from({ length: hosts }, (_, index) => ({
      name: `host-${index}`,
      ports: { first: 20_000, last: 20_000 + room - 1 },
      most: room,
    })),
  )
  const fleet = openBenchFleet(database)
  await fillWithRunning(fleet, machines, rentals)
  watcher = new HostWatcher(fleet)
  await watcher.pass()
  await sql`vacuum analyze`.execute(database)
}

/** Starts as many workers as processes of their own would be, each with its connections. */
async function startWorkers(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const own = openDatabase(database.address, log)
    // A pass of the watcher is measured by itself.
    const reconciler = startReconciler(openBenchFleet(own), { watching: { everyMs: 3_600_000 } })
    workers.push({
      stop: async () => {
        await reconciler.stop()
        await own.destroy()
      },
    })
  }
  // The first pass of the watcher.
  await wait(2_000)
}

async function stopWorkers(): Promise<void> {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
}

function openBenchFleet(own: Database): Fleet {
  return openFleet(
    { ...context, database: own },
    {
      driver: new ScriptedDriver(machines),
      game: new ScriptedGame(machines),
      deleteDemos: async () => undefined,
    },
  )
}

/** Inserts paid rentals that are not due yet. */
async function insertRentals(count: number): Promise<void> {
  inserted = []
  while (inserted.length < count) inserted.push((await createTestRental(context, { due_at: null })).id)
}

/** Makes the inserted rentals due; resolves when all of them run. */
async function createInserted(): Promise<void> {
  await makeDue(inserted)
  const creating = database
    .selectFrom('rentals')
    .select('id')
    .where('id', 'in', inserted)
    .where('state', '<>', 'running')
    .limit(1)
  while (await creating.executeTakeFirst()) await wait(pollMs)
}

async function makeDue(ids: readonly string[]): Promise<void> {
  await sql`update rentals set due_at = clock_timestamp() where id = any (${ids}::uuid[])`.execute(database)
  await notifyRentalsChanged(database)
}

async function waitUntilNoneIsDue(ids: readonly string[], now: Date): Promise<void> {
  const due = database
    .selectFrom('rentals')
    .select('id')
    .where('id', 'in', [...ids])
    .where('due_at', '<=', now)
    .limit(1)
  while (await due.executeTakeFirst()) await wait(pollMs)
}

async function selectSomeIds(count: number): Promise<string[]> {
  const rows = await database
    .selectFrom('rentals')
    .select('id')
    .orderBy(sql`random()`)
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

let some: string[] = []

/** Makes some rentals due, though nothing has changed. */
async function passSome(count: number): Promise<void> {
  if (some.length !== count) some = await selectSomeIds(count)
  await makeDue(some)
  await waitUntilNoneIsDue(some, context.clock.now())
}

/** Makes some rentals due, one after the other, as a request of an owner does. */
async function changeOneByOne(count: number): Promise<void> {
  for (const id of some.slice(0, count)) {
    const now = context.clock.now()
    await database.updateTable('rentals').set({ due_at: now }).where('id', '=', id).execute()
    await notifyRentalChanged(database, id)
    const due = database.selectFrom('rentals').select('id').where('id', '=', id).where('due_at', '<=', now)
    while (await due.executeTakeFirst()) await wait(2)
  }
}

async function watchOnce(): Promise<void> {
  await watcher?.pass()
}

/** Makes all rentals due, and samples what sessions wait for until none is. */
async function passAllWhileSampling(): Promise<LockSamples> {
  const ids = await selectSomeIds(1_000_000)
  const result: LockSamples = { samples: 0, waits: {} }
  let isDone = false
  const sampling = (async () => {
    while (!isDone) {
      const { rows } = await sql<{ event: string; count: number }>`
        select wait_event as event, count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' group by 1`.execute(database)
      result.samples += 1
      for (const { event, count } of rows) result.waits[event] = (result.waits[event] ?? 0) + count
      await wait(sampleMs)
    }
  })()
  await makeDue(ids)
  await waitUntilNoneIsDue(ids, context.clock.now())
  isDone = true
  await sampling
  return result
}
