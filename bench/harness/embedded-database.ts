import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deadlines } from '@clutch/server/platform/database/connection/database-deadlines.ts'
import { startEmbedded } from '@clutch/server/platform/database/embedded.ts'
import { type Database, migrate, openDatabase } from '@clutch/server/platform/database/index.ts'
import { createLog } from '@clutch/server/platform/logging/logger.ts'
import { sql } from 'kysely'

/** The embedded database as production starts it, fsync included, on data that is removed with it. */
export interface BenchDatabase {
  database: Database
  /** The data directory. */
  folder: string
  stop: () => Promise<void>
}

/** For loads that take longer than a statement of the portal may. */
export const bulkLoadDeadlines = { ...deadlines, statementMs: 0, silenceMs: 3_600_000 }

export async function startBenchDatabase(within = deadlines): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
  const log = createLog('error', process.stderr)
  const embedded = await startEmbedded(folder, log)
  await migrate(embedded.address)
  const database = openDatabase(embedded.address, log, 10, within)
  const stop = async () => {
    await database.destroy()
    await embedded.stop()
    rmSync(folder, { recursive: true })
  }
  return { database, folder, stop }
}

/** What decides what a loss of power may cost, and how much memory there is. */
export async function describeDatabase(database: Database): Promise<string> {
  const answer = await sql<{ said: string }>`
    select string_agg(name || ' ' || current_setting(name), ', ' order by name) as said
    from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers')
  `.execute(database)
  return answer.rows[0]?.said ?? ''
}
