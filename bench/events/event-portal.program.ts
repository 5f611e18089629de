import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import { issueReportSecret } from '@clutch/server/domains/events/reporters/report-secrets.service.ts'
import { startPortal } from '@clutch/server/portal.ts'
import { sql } from 'kysely'
import { describeDatabase } from '../harness/embedded-database.ts'
import { readCpuTimes } from '../harness/postgres-cpu.ts'
import { runPlainInserts as insertKills } from './plain-inserts.ts'
import { registerServers as insertServers } from '../harness/registered-servers.ts'
import { sampleServers } from '../harness/sample-servers.ts'
import { createDiscardedLog } from '../harness/discarded-log.ts'
import { serveTasks } from '../harness/child-program.ts'

/**
 * The portal as production runs it, but for the poller: endpoint, worker and embedded database, fsync included. `BENCH_ROLES` leaves one
 * out, `BENCH_DATABASE_URL` is the database of another such program.
 */
const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
const config = readConfig({
  CLUTCH_ENV: 'development',
  CLUTCH_PORT: '0',
  CLUTCH_ROLES: process.env['BENCH_ROLES'] ?? 'web,worker',
  CLUTCH_DATA_DIR: folder,
  ...(process.env['BENCH_DATABASE_URL'] && { DATABASE_URL: process.env['BENCH_DATABASE_URL'] }),
})
const portal = await startPortal({ config, log: createDiscardedLog(), page: false })
const { database } = portal.context

export const servedTasks = serveTasks(
  {
    open: registerServers,
    onBoards: countBoardKills,
    cpu: () => readCpuTimes(folder),
    settings: () => describeDatabase(database),
    plainly: runPlainInserts,
    databaseUrl,
  },
  async () => {
    await portal.stop()
    rmSync(folder, { recursive: true })
  },
)

/** Registers a server for each board mode and opens a season; answers where each server sends its log. */
async function registerServers(modes: readonly BoardMode[]): Promise<string[]> {
  const servers = sampleServers(modes.length)
  await insertServers(database, servers, modes)
  await sql`
    insert into seasons (id, name_zh, name_en, starts_at) values (gen_random_uuid(), 'S1', 'S1', now())
  `.execute(database)
  const addresses: string[] = []
  for (const { id } of servers) {
    const { log } = await issueReportSecret(portal.context, id)
    addresses.push(new URL(new URL(log).pathname, portal.url).href)
  }
  return addresses
}

/** Kills on the boards: those of all-time, and those of the season. */
async function countBoardKills(): Promise<{ all: number; season: number }> {
  const { rows } = await sql<{ span: string; kills: string }>`
    select span, sum(kills) as kills from board_rows join boards on boards.id = board_id group by span
  `.execute(database)
  const of = (wanted: string) => Number(rows.find(({ span }) => span === wanted)?.kills ?? 0)
  return { all: of('all'), season: of('season') }
}

/** The baseline, in the same database. */
function runPlainInserts(kills: number): Promise<number> {
  return insertKills(database, kills)
}

/** Where another program finds the embedded database. */
function databaseUrl(): string {
  const { address } = database
  if (!('host' in address)) return address.connectionString
  const { user, password, host, port, database: name } = address
  const query = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${name}?${query.toString()}`
}
