import { createHash } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import type { AppContext } from '../../platform/context.ts'
import type { FileStore, StoredFile, WrittenFile } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { openStoreTarget } from './archive/archive-target.ts'
import { makeKeyPair, readIdentities } from './archive/encryption.ts'
import { makeBackup } from './archive/make-backup.ts'
import type { ArchiveSource } from './archive/read-archive.ts'
import { restoreBackup } from './archive/restore-backup.ts'
import { BackupRefused } from './backup-errors.ts'
import { formatBackupName } from './backup-schedule.ts'
import { type ReadFreeBytes, assertFree, readFreeBytes, whileFree } from './free-space.ts'
import { listStoredBackups, openBackupStores, removeUnfinishedBackups } from './stored-backups.ts'
import { selectLatest } from './stores/backups.store.ts'
import { readDatabaseSize, withScratchDatabase } from './stores/scratch-database.store.ts'

export type BackupDependencies = Pick<AppContext, 'database' | 'config' | 'clock' | 'keys' | 'log'> & {
  /** Tests only. */
  readFreeBytes?: ReadFreeBytes
}

/** The next backup may be larger than the last one. */
const growth = 1.2

export interface StoredBackup extends WrittenFile {
  name: string
}

/**
 * Makes a backup in the store of backups and reads it back. `testKey` is a public key (`age1…`) that it is encrypted to besides those
 * of the settings. Only the holder of the lock may call it. Throws BackupRefused, as where the disk would get full, or FileStoreUnavailable.
 */
export async function makeStoredBackup(
  context: BackupDependencies,
  signal: AbortSignal,
  testKey?: string,
): Promise<StoredBackup> {
  const { database, config, clock, keys, log } = context
  await removeUnfinishedBackups(context)
  const store = openBackupStores(config).target
  const recipients = [...(config.backupRecipients ?? []), ...(testKey === undefined ? [] : [testKey])]
  const name = formatBackupName(clock.now(), recipients.length > 0)
  let written: WrittenFile | null = null
  await makeBackup({
    address: database.address,
    keys,
    demos: openFileStore(config, 'demos'),
    file: openStoreTarget(await openGuardedTarget(context), name, (result) => (written = result)),
    recipients,
    withoutDemos: !config.backupDemos,
    signal,
    print: (line) => log.debug({ backup: name }, line),
  })
  const result = written as WrittenFile | null
  const stored = await store.find(name)
  if (!result || !stored || (await digest(stored)) !== result.sha256) {
    await store.remove(name)
    throw new BackupRefused('the store returned other bytes than were written')
  }
  return { name, ...result }
}

/** Opens the store for a write that leaves the disk of a folder some space. */
async function openGuardedTarget(context: BackupDependencies): Promise<Pick<FileStore, 'put'>> {
  const { target, folder } = openBackupStores(context.config)
  if (folder === null) return target
  const read = context.readFreeBytes ?? readFreeBytes
  const last = await selectLatest(context.database, 'backup', 'done')
  if (last && !(await listStoredBackups(context)).some(({ key }) => key === last.name))
    context.log.warn(
      { folder, backup: last.name },
      'the last backup is not in this folder: workers on one database need the same CLUTCH_BACKUP_DIR, or CLUTCH_FILE_STORE=s3',
    )
  await assertFree(folder, Number(last?.size ?? 0) * growth, read)
  return { put: (key, body, signal) => target.put(key, whileFree(body, folder, read), signal) }
}

/** The tested backup; `made` is the one that was made for the test, null where a stored one could be read. */
export interface Verification {
  tested: StoredBackup
  made: boolean
}

/**
 * Restores a backup into a scratch database, where every row is compared with the archive, and drops that. Without a secret key for
 * encrypted backups it makes one that a second key opens, too, which is in memory alone and gone after the test. Throws BackupRefused or FileStoreUnavailable.
 */
export async function verifyBackup(context: BackupDependencies, signal: AbortSignal): Promise<Verification> {
  const { config } = context
  const isReadable = config.backupRecipients === undefined || config.backupIdentity !== undefined
  const stored = isReadable ? await findNewest(context) : null
  if (stored) {
    const identities = readIdentities(config.backupIdentity ?? '')
    await restoreIntoScratch(context, { open: () => stored.read(), identities }, signal)
    return { tested: { name: stored.key, size: stored.size, sha256: await digest(stored) }, made: false }
  }
  const key = config.backupRecipients === undefined ? null : await makeKeyPair()
  const tested = await makeStoredBackup(context, signal, key?.recipient)
  const open = async () => {
    const made = await openBackupStores(config).target.find(tested.name)
    if (!made) throw new BackupRefused(`the store lost ${tested.name}`)
    return made.read()
  }
  await restoreIntoScratch(context, { open, identities: key ? [key.identity] : [] }, signal)
  return { tested, made: true }
}

async function restoreIntoScratch(
  context: BackupDependencies,
  source: ArchiveSource,
  signal: AbortSignal,
): Promise<void> {
  const { database, config, keys, log } = context
  const isEmbedded = config.databaseUrl === undefined
  if (isEmbedded)
    await assertFree(config.dataDir, await readDatabaseSize(database), context.readFreeBytes ?? readFreeBytes)
  await withScratchDatabase(database.address, (address) =>
    restoreBackup({
      address,
      keys,
      demos: null,
      file: { ...source, open: async () => addAbortSignal(signal, await source.open()) },
      signal,
      replace: false,
      print: (line) => log.debug({ test: 'backup' }, line),
    }),
  )
}

async function findNewest(context: BackupDependencies): Promise<StoredFile | null> {
  let newest: StoredFile | null = null
  for (const file of await listStoredBackups(context)) if (file.key > (newest?.key ?? '')) newest = file
  return newest
}

async function digest(file: StoredFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await file.read()) as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}
