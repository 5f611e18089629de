import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningCluster, initCluster, startCluster } from '../embedded/cluster.ts'
import { bundledPrograms } from '../embedded/program.ts'
import { type Database, isDatabaseReachable, openDatabase } from '../index.ts'
import { isUnavailable } from './database-unavailable.ts'

let home: string
let standby: RunningCluster
let database: Database

/** A server that waits for the log of a primary, which never comes: it takes reads only, until it is promoted. */
beforeAll(async () => {
  if (!isProving) return
  home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-standby-')))
  const programs = bundledPrograms()
  const folder = join(home, 'data')
  const address = { host: home, port: 5432, user: 'postgres', password: '', database: 'postgres' }
  await initCluster(programs, folder, ['--no-locale', '--auth=trust', '--username=postgres', '--no-sync'])
  writeFileSync(join(folder, 'standby.signal'), '')
  const logFile = join(home, 'log')
  standby = await startCluster({ programs, folder, socketFolder: home, logFile, settings: {} }, address)
  database = openDatabase(address, pino({ level: 'silent' }), 2)
})
afterAll(async () => {
  if (!isProving) return
  await database.destroy()
  await standby.stop()
  rmSync(home, { recursive: true })
})

test.runIf(isProving)(
  'K a connection that leads to a standby is not kept: once it leads to a primary the next query works',
  async () => {
    const read = await sql`select 1`.execute(database).catch((error: unknown) => error)
    expect(isUnavailable(read)).toBe(true)
    expect(await isDatabaseReachable(database)).toBe(false)
    await expect(database.tryLock('poller')).rejects.toThrow('the database is a standby')
    expect(database.poolState().total).toBe(0)

    writeFileSync(join(home, 'data/promote'), '')
    process.kill(standby.pid, 'SIGUSR1')
    await vi.waitFor(() => sql`create table stored ()`.execute(database), { timeout: 30_000 })
    expect(await isDatabaseReachable(database)).toBe(true)
    const lock = await database.tryLock('poller')
    expect(await lock?.held()).toBe(true)
    await lock?.release()
  },
)
