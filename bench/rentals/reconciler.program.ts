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
import type { CpuTimes } from '../events/event-portal.program.ts'
import { createDiscardedLog } from '../harness/discarded-log.ts'
import { startBenchDatabase } from '../harness/embedded-database.ts'
import { readPostgresCpuUs } from '../harness/postgres-cpu.ts'
import { serveTasks } from '../harness/child-program.ts'

/** How many samples of the waiting sessions were taken while work was done, and the most that waited for a lock in one. */
export interface LockSamples {
  samples: number
  waiting: number
}

const pollMs = 100
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
const workers: { stop: () => Promise<void> }[] = []

export const servedTasks = serveTasks(
  {
    prepare,
    clear,
    analyze: async () => {
      await sql`vacuum analyze`.execute(database)
    },
    start: startWorkers,
    stop: stopWorkers,
    create: createAll,
    pass: passAll,
    change: changeOneByOne,
    watch: watchOnce,
    wrongs: () => machines.wrongs,
    cpu: readCpuTimes,
  },
  async () => {
    await stopWorkers()
    await bench.stop()
  },
)

/** Makes hosts with room for two times their part, and rentals of which none is due. */
async function prepare({ rentals, hosts }: { rentals: number; hosts: number }): Promise<void> {
  const room = Math.ceil(rentals / hosts) * 2
  watcher = undefined
  machines = new SimulatedHosts(
    () => new Date(),
    Array.from({ length: hosts }, (_, index) => ({
      name: `host-${index}`,
      ports: { first: 20_000, last: 20_000 + room - 1 },
      most: room,
    })),
  )
  for (let made = 0; made < rentals; made += 1) await createTestRental(context, { due_at: null })
  await sql`vacuum analyze`.execute(database)
}

async function clear(): Promise<void> {
  await sql`truncate rentals, hosts cascade`.execute(database)
}

/** Starts as many workers as processes of their own would be, each with its connections. */
async function startWorkers(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const own = openDatabase(database.address, log)
    const reconciler = startReconciler(openBenchFleet(own), {
      // A pass of the watcher is measured by itself.
      watching: { everyMs: 3_600_000 },
    })
    workers.push({
      stop: async () => {
        await reconciler.stop()
        await own.destroy()
      },
    })
  }
  // The watcher's first pass, which a worker begins with.
  await wait(1_000)
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

/** Makes every rental due; resolves when all of them run. */
function createAll(): Promise<LockSamples> {
  return whileSampling(async () => {
    await makeAllDue()
    await waitUntilNone(sql<boolean>`state <> 'running'`)
  })
}

/** Makes every rental due, though nothing has changed. */
function passAll(): Promise<LockSamples> {
  return whileSampling(async () => {
    const now = await makeAllDue()
    await waitUntilNone(sql<boolean>`due_at <= ${now}`)
  })
}

async function makeAllDue(): Promise<Date> {
  const now = context.clock.now()
  await sql`update rentals set due_at = ${now}`.execute(database)
  await notifyRentalsChanged(database)
  return now
}

/** Makes some rentals due, one after the other, as a request of an owner does. */
async function changeOneByOne(count: number): Promise<void> {
  const rows = await database.selectFrom('rentals').select('id').orderBy('id').limit(count).execute()
  for (let done = 0; done < count; done += 1) {
    const id = rows[done % rows.length]?.id ?? ''
    const now = context.clock.now()
    await database.updateTable('rentals').set({ due_at: now }).where('id', '=', id).execute()
    await notifyRentalChanged(database, id)
    const isDue = database.selectFrom('rentals').select('id').where('id', '=', id).where('due_at', '<=', now)
    while (await isDue.executeTakeFirst()) await wait(2)
  }
}

async function waitUntilNone(which: ReturnType<typeof sql<boolean>>): Promise<void> {
  const one = database.selectFrom('rentals').select('id').where(which).limit(1)
  while (await one.executeTakeFirst()) await wait(pollMs)
}

async function watchOnce(): Promise<void> {
  watcher ??= new HostWatcher(openBenchFleet(database))
  await watcher.pass()
}

/** Samples only while several workers run: of one the processor time is measured. */
async function whileSampling(work: () => Promise<void>): Promise<LockSamples> {
  const result = { samples: 0, waiting: 0 }
  let isSampling = workers.length > 1
  const sampling = (async () => {
    while (isSampling) {
      const { rows } = await sql<{
        waiting: number
      }>`select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
      result.samples += 1
      result.waiting += rows[0]?.waiting ?? 0
      await wait(sampleMs)
    }
  })()
  await work()
  isSampling = false
  await sampling
  return result
}

function readCpuTimes(): CpuTimes {
  const { user, system } = process.cpuUsage()
  return { portal: user + system, postgres: readPostgresCpuUs(bench.folder) }
}
