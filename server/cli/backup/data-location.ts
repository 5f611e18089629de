import { pino } from 'pino'
import { type StorageConfig, readStorageConfig } from '../../platform/config/config.ts'
import { hasEmbedded, runningEmbedded, startEmbedded } from '../../platform/database/embedded.ts'
import { type DatabaseAddress, externalDatabase } from '../../platform/database/index.ts'
import { portalAddressFile } from '../../platform/lifecycle/portal-address-file.ts'
import { type KeyRing, findKeyRing } from '../../platform/keys/keys.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { BackupRefused } from '../../domains/backups/index.ts'
import { assertOwnFolders, listRestoreFolders } from './restore-target.ts'
import { readFile } from 'node:fs/promises'

const answerWithinMs = 2_000

/** The address of the portal that wrote this file, where it answers; null where it is gone, as after a crash. */
async function findRunningPortal(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const [, url] = /"url":\s*"([^"]+)"/.exec(text) ?? []
  if (url === undefined) return null
  const answers = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(answerWithinMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
  return answers ? url : null
}

/** Where a portal keeps everything, open for one command; `close` ends what was started for that. */
export interface DataLocation {
  address: DatabaseAddress
  keys: KeyRing | null
  demos: FileStore
  config: StorageConfig
  close: () => Promise<void>
}

const nothing = () => Promise.resolve()

/** Opens the data for reading, also while the portal runs. Throws BackupRefused if there is no data of a portal. */
export async function openToRead({
  environment,
  userId,
}: {
  environment: NodeJS.ProcessEnv
  userId?: number | undefined
}): Promise<DataLocation> {
  const storage = readStorageConfig(environment)
  const external = externalAddress(storage)
  if (external) return place(storage, external)
  const running = runningEmbedded(storage.dataDir)
  if (running) return place(storage, running)
  if (!hasEmbedded(storage.dataDir)) throw new BackupRefused(`there is no portal in ${storage.dataDir}`)
  await assertOwnFolders([storage.dataDir], userId)
  return startHere(storage)
}

/**
 * For writing: no portal may run on it, and its folders belong to this user. Throws BackupRefused, or EmbeddedRefused for the embedded
 * database.
 */
export async function openToWrite(storage: StorageConfig, userId: number | undefined): Promise<DataLocation> {
  const url = await findRunningPortal(portalAddressFile(storage.dataDir))
  if (url !== null) throw new BackupRefused(`the portal of this data directory runs at ${url}: stop it first`)
  await assertOwnFolders(listRestoreFolders(storage), userId)
  const external = externalAddress(storage)
  if (external) return place(storage, external)
  return startHere(storage)
}

async function startHere(storage: StorageConfig): Promise<DataLocation> {
  const embedded = await startEmbedded(storage.dataDir, pino({ level: 'silent' }))
  return place(storage, embedded.address, embedded.stop)
}

function place(storage: StorageConfig, address: DatabaseAddress, close = nothing): DataLocation {
  const { secretKey, dataDir } = storage
  return {
    address,
    keys: findKeyRing(secretKey, dataDir),
    demos: openFileStore(storage, 'demos'),
    config: storage,
    close,
  }
}

function externalAddress({ databaseUrl, databaseDirectUrl }: StorageConfig): DatabaseAddress | null {
  return databaseUrl === undefined ? null : externalDatabase({ databaseUrl, databaseDirectUrl })
}
