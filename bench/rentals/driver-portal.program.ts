import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import { startPortal } from '@clutch/server/portal.ts'
import { getGameCommand } from '@clutch/server/domains/rentals/drivers/game-command.ts'
import { startEmulatedCluster } from '@clutch/server/domains/rentals/drivers/kubernetes/testing/emulated-cluster.ts'
import { notifyRentalChanged } from '@clutch/server/domains/rentals/rentals.store.ts'
import { createTestRental } from '@clutch/server/domains/rentals/testing/rental-builder.ts'
import { sql } from 'kysely'
import { createDiscardedLog } from '../harness/discarded-log.ts'
import { serveTasks } from '../harness/child-program.ts'

export type DriverKind = 'process' | 'pods' | 'GameServers'

type Portal = Awaited<ReturnType<typeof startPortal>>

const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
const firstPort = randomInt(12_000, 30_000)
const ports = `${firstPort}-${firstPort + 99}`
let portal: Portal | undefined
let cluster: Awaited<ReturnType<typeof startEmulatedCluster>> | undefined

export const servedTasks = serveTasks({ open, rent, end }, async () => {
  await portal?.stop()
  await cluster?.close()
  rmSync(folder, { recursive: true })
})

/** Starts the worker of production with a driver, and for pods a cluster whose node runs programs of this machine. */
async function open(kind: DriverKind): Promise<void> {
  const base = {
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: '0',
    CLUTCH_DATA_DIR: folder,
    CLUTCH_ROLES: 'worker',
  }
  const command = [...(getGameCommand(readConfig(base)) ?? []), '--idle']
  if (kind !== 'process')
    cluster = await startEmulatedCluster(folder, { agones: kind === 'GameServers', ports })
  const processes = { CLUTCH_GAME_COMMAND: JSON.stringify(command), CLUTCH_GAME_PORTS: ports }
  const config = readConfig({ ...base, ...(cluster?.environment ?? processes) })
  portal = await startPortal({ config, log: createDiscardedLog(), page: false })
}

function getContext() {
  if (!portal) throw new Error('the portal was not opened')
  return portal.context
}

/** Creates a paid rental; returns the ms until it runs. */
async function rent(): Promise<number> {
  const context = getContext()
  const started = performance.now()
  const { id } = await createTestRental(context)
  await notifyRentalChanged(context.database, id)
  const isRunning = sql<{ state: string }>`select state from rentals where id = ${id}`
  while ((await isRunning.execute(context.database)).rows[0]?.state !== 'running') await wait(10)
  return performance.now() - started
}

/** Ends every rental; returns once nothing of them is left. */
async function end(): Promise<void> {
  const { database, clock } = getContext()
  const now = clock.now()
  await sql`update rentals set revoked_at = ${now}, due_at = ${now}`.execute(database)
  await notifyRentalChanged(database, '')
  const open = sql<{ count: number }>`select count(*)::integer as count from rentals where cleared_at is null`
  while (((await open.execute(database)).rows[0]?.count ?? 0) > 0) await wait(100)
}
