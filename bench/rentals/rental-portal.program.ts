import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import { startPortal } from '@clutch/server/portal.ts'
import { getPortalOwnerId } from '@clutch/server/domains/rentals/drivers/portal-owner.store.ts'
import { getGameCommand } from '@clutch/server/domains/rentals/drivers/game-command.ts'
import { listLiveProcesses } from '@clutch/server/domains/rentals/drivers/process/system/processes.ts'
import { notifyRentalChanged } from '@clutch/server/domains/rentals/rentals.store.ts'
import { createTestRental } from '@clutch/server/domains/rentals/testing/rental-builder.ts'
import { sql } from 'kysely'
import { describeDatabase } from '../harness/embedded-database.ts'
import { readPostgresCpuUs } from '../harness/postgres-cpu.ts'
import { createDiscardedLog } from '../harness/discarded-log.ts'
import { serveTasks } from '../harness/child-program.ts'

/** What the portal used so far and holds now. */
export interface PortalUsage {
  /** Processor time, µs. */
  portal: number
  postgres: number
  /** Bytes, after a garbage collection. */
  rss: number
  heap: number
}

/** The game servers that run for the portal. */
export interface RunningGames {
  names: string[]
  /** Bytes of each process, shared pages counted proportionally; NaN if the system does not report them. */
  bytes: number
}

const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
const baseEnvironment = { CLUTCH_ENV: 'development', CLUTCH_PORT: '0', CLUTCH_DATA_DIR: folder }
const firstPort = randomInt(12_000, 30_000)
/** The worker of production on its embedded database, with games without players. */
const config = readConfig({
  ...baseEnvironment,
  CLUTCH_ROLES: 'worker',
  CLUTCH_GAME_COMMAND: JSON.stringify([...(getGameCommand(readConfig(baseEnvironment)) ?? []), '--idle']),
  CLUTCH_GAME_PORTS: `${firstPort}-${firstPort + 399}`,
})
const portal = await startPortal({ config, log: createDiscardedLog(), page: false })
const { context } = portal
const { database } = context
const owner = await getPortalOwnerId(context)

const tasks = {
  rent: createRentals,
  games: listGames,
  usage: readUsage,
  end: endRentals,
  settings: () => describeDatabase(database),
}
export const servedTasks = serveTasks(tasks, async () => {
  await portal.stop()
  rmSync(folder, { recursive: true })
})

/** Creates paid rentals at once; returns the ms until all of them run. */
async function createRentals(count: number): Promise<number> {
  const before = await countRunning()
  const started = performance.now()
  for (let made = 0; made < count; made += 1) {
    const { id } = await createTestRental(context)
    await notifyRentalChanged(database, id)
  }
  while ((await countRunning()) < before + count) await wait(count === 1 ? 10 : 100)
  return performance.now() - started
}

async function countRunning(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from rentals where state = 'running'`.execute(database)
  return rows[0]?.count ?? NaN
}

function listGames(): RunningGames {
  const ownProcesses = listLiveProcesses().filter(
    ({ pid, session, environment }) => pid === session && environment().get('CLUTCH_OWNER') === owner,
  )
  const names = ownProcesses.map(({ environment }) => environment().get('CLUTCH_INSTANCE') ?? '')
  return {
    names,
    bytes: ownProcesses.reduce((sum, { pid }) => sum + readMemoryBytes(pid), 0) / ownProcesses.length,
  }
}

function readMemoryBytes(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kilobytes) * 1_024
  } catch {
    return NaN
  }
}

function readUsage(): PortalUsage {
  const { user, system } = process.cpuUsage()
  globalThis.gc?.()
  const { rss, heapUsed: heap } = process.memoryUsage()
  return { portal: user + system, postgres: readPostgresCpuUs(folder), rss, heap }
}

/** Ends every rental; returns what remains of their servers once nothing is due. */
async function endRentals(): Promise<string[]> {
  const now = context.clock.now()
  await sql`update rentals set revoked_at = ${now}, due_at = ${now}`.execute(database)
  await notifyRentalChanged(database, '')
  const open = sql<{ count: number }>`select count(*)::integer as count from rentals where cleared_at is null`
  while (((await open.execute(database)).rows[0]?.count ?? 0) > 0) await wait(100)
  return listGames().names
}
