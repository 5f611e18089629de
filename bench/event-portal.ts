import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoardMode } from '@clutch/contract/rules/board-modes.ts'
import { readSettings } from '@clutch/server/config.ts'
import { issueSecret } from '@clutch/server/events/secrets.ts'
import { startPortal } from '@clutch/server/portal.ts'
import { sql } from 'kysely'
import { showSettings } from './embedded.ts'
import { postgresUs } from './postgres-time.ts'
import { insertPlainly } from './plain-inserts.ts'
import { register } from './registered.ts'
import { sampleServers } from './sample-servers.ts'
import { unreadLog } from './unread-log.ts'
import { serveWorker } from './worker.ts'

/** Processor time, µs. */
export interface Cpu {
  portal: number
  postgres: number
}

/** The portal as production runs it, but for the poller: endpoint, worker and embedded database, fsync included. */
const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
const settings = readSettings({
  CLUTCH_ENV: 'development',
  CLUTCH_PORT: '0',
  CLUTCH_ROLES: 'web,worker',
  CLUTCH_DATA_DIR: folder,
})
const portal = await startPortal({ settings, log: unreadLog(), page: false })
const { database } = portal.context

serveWorker({ open, onBoards, cpu, settings: () => showSettings(database), plainly }, async () => {
  await portal.stop()
  rmSync(folder, { recursive: true })
})

/** Registers a server for each board mode and opens a season; answers where each server sends its log. */
async function open(modes: readonly BoardMode[]): Promise<string[]> {
  const servers = sampleServers(modes.length)
  await register(database, servers, modes)
  await sql`
    insert into seasons (id, name_zh, name_en, starts_at) values (gen_random_uuid(), 'S1', 'S1', now())
  `.execute(database)
  const addresses: string[] = []
  for (const { id } of servers) {
    const { log } = await issueSecret(portal.context, id)
    addresses.push(new URL(new URL(log).pathname, portal.url).href)
  }
  return addresses
}

/** Kills on the boards: those of all-time, and those of the season. */
async function onBoards(): Promise<{ all: number; season: number }> {
  const { rows } = await sql<{ span: string; kills: string }>`
    select span, sum(kills) as kills from board_rows join boards on boards.id = board_id group by span
  `.execute(database)
  const of = (wanted: string) => Number(rows.find(({ span }) => span === wanted)?.kills ?? 0)
  return { all: of('all'), season: of('season') }
}

/** The baseline, in the same database. */
function plainly(kills: number): Promise<number> {
  return insertPlainly(database, kills)
}

/** So far. */
function cpu(): Cpu {
  const { user, system } = process.cpuUsage()
  return { portal: user + system, postgres: postgresUs(folder) }
}
