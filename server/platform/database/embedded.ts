import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { DatabaseAddress } from './connection/database-address.ts'
import { type RunningCluster, startCluster } from './embedded/cluster.ts'
import { makeCluster, makeSocketFolder, ownerPasswordOf } from './embedded/folder.ts'
import { claimDataFolder, findRunning, readPidFile, running } from './embedded/pid-file.ts'
import { EmbeddedRefused, bundledPrograms } from './embedded/program.ts'
import { preparePortalDatabase } from './embedded/role.ts'
import { keepRunning } from './embedded/supervise.ts'

export { EmbeddedRefused } from './embedded/program.ts'

/** The portal's own PostgreSQL. `stop` ends it, after everything that uses it has ended. */
export interface EmbeddedDatabase {
  address: DatabaseAddress
  stop: () => Promise<void>
}

const madeBy = '18'
const settings = {
  shared_buffers: chooseSharedBuffers(Math.min(totalmem(), process.constrainedMemory() || Infinity)),
  max_connections: '60',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/**
 * Starts PostgreSQL on the files in `dataDir`, making them first if need be, and keeps it running until `stop`. The portal
 * gets a role of its own, which owns its database and nothing else, with a password that lives as long as this process.
 * Throws EmbeddedRefused with one line for the operator where that cannot be: another portal runs on this data, say.
 */
export async function startEmbedded(dataDir: string, log: Logger): Promise<EmbeddedDatabase> {
  const programs = bundledPrograms()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const home = realpathSync(dataDir)
  const folder = join(home, 'postgres')
  if (!existsSync(folder)) await makeCluster(programs, folder)
  checkVersion(folder)

  const socket = makeSocketFolder(folder)
  const logFile = join(home, 'postgres.log')
  const owner = {
    host: socket.folder,
    port: 5432,
    user: 'postgres',
    password: ownerPasswordOf(folder),
    database: 'postgres',
  }
  const onLongRecovery = () =>
    log.warn('the embedded PostgreSQL recovers from a crash; the portal starts when that is done')
  const options = { programs, folder, socketFolder: socket.folder, logFile, settings, onLongRecovery }
  const start = () => startOn(folder, () => startCluster(options, owner))
  try {
    const cluster = keepRunning(await start(), start, log)
    const portal = {
      ...owner,
      user: 'clutch',
      database: 'clutch',
      password: randomBytes(24).toString('base64url'),
    }
    await preparePortalDatabase(owner, portal)
    return { address: portal, stop: () => cluster.stop().finally(socket.remove) }
  } catch (error) {
    socket.remove()
    throw error
  }
}

/** Whether an embedded database was ever made in a data directory. */
export function hasEmbedded(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'))
}

/**
 * The portal's database in the embedded PostgreSQL that runs on a data directory, as its owner, who may read everything in it;
 * null where none runs. The running portal's own password is nowhere but in its memory.
 */
export function runningEmbedded(dataDir: string): DatabaseAddress | null {
  if (!hasEmbedded(dataDir)) return null
  const folder = join(realpathSync(dataDir), 'postgres')
  const socket = findRunning(folder)
  return socket && { ...socket, user: 'postgres', password: ownerPasswordOf(folder), database: 'clutch' }
}

/**
 * What PostgreSQL keeps of its files: an eighth of `memoryBytes`, from 256 MB to 1 GB, which holds boards of a million players. It takes
 * memory only for pages that were read.
 */
export function chooseSharedBuffers(memoryBytes: number): string {
  const megabytes = Math.floor(memoryBytes / 8 / 1024 ** 2)
  return `${Math.min(1_024, Math.max(256, megabytes))}MB`
}

/** Starts on a claimed folder; of two portals that claim it in the same moment PostgreSQL itself refuses one. */
async function startOn(folder: string, start: () => Promise<RunningCluster>): Promise<RunningCluster> {
  await claimDataFolder(folder)
  try {
    return await start()
  } catch (error) {
    const file = readPidFile(folder)
    throw file ? running(file.pid) : error
  }
}

function checkVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== madeBy) {
    throw new EmbeddedRefused(`${folder} was made by PostgreSQL ${version}, this portal brings ${madeBy}`)
  }
}
