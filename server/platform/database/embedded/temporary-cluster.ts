import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../migrate.ts'
import { initCluster, startCluster } from './cluster.ts'
import { bundledPrograms } from './program.ts'

/** A temporary PostgreSQL: every user of its socket is its owner. `stop` ends and removes it. */
export interface TemporaryCluster {
  address: { host: string; port: number; user: string; password: string }
  stop: () => Promise<void>
}

/** The migrated, empty database that a temporary cluster brings. */
export const templateDatabase = 'clutch_template'

/** No data has to survive a crash here, so no write waits for the disk. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  timezone: 'UTC',
}

const memory = '/dev/shm'
const enoughMemory = 2 * 1024 ** 3

/** In memory where there is plenty: a test's database is a few hundred files, which a disk makes slowly. */
function findTemporaryFolder(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= enoughMemory ? memory : tmpdir()
}

/**
 * Starts a temporary PostgreSQL in a temporary folder: the bundled one, or the one whose programs `CLUTCH_TEST_PG_BIN`
 * names (the stores are tested on PostgreSQL 15 with it).
 */
export async function startTemporaryCluster(
  programs = process.env['CLUTCH_TEST_PG_BIN'] || bundledPrograms(),
): Promise<TemporaryCluster> {
  const home = realpathSync(mkdtempSync(join(findTemporaryFolder(), 'clutch-test-')))
  const folder = join(home, 'postgres')
  const address = { host: home, port: 5432, user: 'postgres', password: '' }
  const owner = { ...address, database: 'postgres' }
  await initCluster(programs, folder, ['--no-locale', '--auth=trust', '--username=postgres', '--no-sync'])
  const logFile = join(home, 'postgres.log')
  const running = await startCluster({ programs, folder, socketFolder: home, logFile, settings }, owner)
  const stop = async () => {
    await closeOwner(address)
    await running.stop()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await asOwner(address, `create database ${templateDatabase}`)
    await migrate({ ...address, database: templateDatabase })
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A database of a temporary PostgreSQL: its address, the same as a connection URL, and what removes it. */
export interface TemporaryDatabase {
  address: TemporaryCluster['address'] & { database: string }
  url: string
  drop: () => Promise<void>
}

/** Copies a database of a temporary PostgreSQL: `templateDatabase` is migrated and empty, `template0` has no table at all. */
export async function copyDatabase(
  cluster: TemporaryCluster['address'],
  template = templateDatabase,
): Promise<TemporaryDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(cluster, `create database ${name} template ${template} strategy file_copy`)
  const query = new URLSearchParams({ host: cluster.host, port: String(cluster.port) })
  return {
    address: { ...cluster, database: name },
    url: `postgres://${cluster.user}@localhost/${name}?${query.toString()}`,
    drop: () => asOwner(cluster, `drop database if exists ${name} with (force)`),
  }
}

/** One connection a process for each cluster: a new one for each statement took longer than the statement's own work. */
const owners = new Map<string, pg.Pool>()

async function asOwner(cluster: TemporaryCluster['address'], statement: string): Promise<void> {
  const owner = owners.get(cluster.host) ?? openOwner(cluster)
  await owner.query(statement)
}

function openOwner(cluster: TemporaryCluster['address']): pg.Pool {
  const owner = new pg.Pool({ ...cluster, database: 'postgres', max: 1, allowExitOnIdle: true })
  // The cluster may be stopped by the process that started it.
  owner.on('error', () => undefined)
  owners.set(cluster.host, owner)
  return owner
}

async function closeOwner({ host }: TemporaryCluster['address']): Promise<void> {
  await owners.get(host)?.end()
  owners.delete(host)
}
