import { createHash } from 'node:crypto'
import type { AppContext } from '../../platform/context.ts'
import type { StoredFile, WrittenFile } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { openStoreTarget } from './archive/archive-target.ts'
import { makeKeyPair, readIdentities } from './archive/encryption.ts'
import { makeBackup } from './archive/make-backup.ts'
import type { ArchiveSource } from './archive/read-archive.ts'
import { restoreBackup } from './archive/restore-backup.ts'
import { BackupRefused } from './backup-errors.ts'
import { formatBackupName, readBackupName, selectExpiredBackups } from './backup-schedule.ts'
import { withScratchDatabase } from './stores/scratch-database.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'config' | 'clock' | 'keys' | 'log'>

export interface StoredBackup extends WrittenFile {
  name: string
}

/**
 * Makes a backup in the store of backups, reads it back, and removes those that the settings do not keep.
 * `testKey` is a public key (`age1…`) that it is encrypted to besides those of the settings. Only the holder of the lock may call it. Throws BackupRefused or FileStoreUnavailable.
 */
export async function makeStoredBackup(
  { database, config, clock, keys, log }: Dependencies,
  signal: AbortSignal,
  testKey?: string,
): Promise<StoredBackup> {
  const store = openFileStore(config, 'backups')
  for await (const unfinished of store.listUnfinished())
    if (readBackupName(unfinished.key) !== null) await unfinished.remove()
  const recipients = [...(config.backupRecipients ?? []), ...(testKey === undefined ? [] : [testKey])]
  const name = formatBackupName(clock.now(), recipients.length > 0)
  let written: WrittenFile | null = null
  await makeBackup({
    address: database.address,
    keys,
    demos: openFileStore(config, 'demos'),
    file: openStoreTarget(store, name, (result) => (written = result)),
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
  const names: string[] = []
  for await (const { key } of store.list('clutch-')) names.push(key)
  for (const expired of selectExpiredBackups(names, config.backupKeep)) await store.remove(expired)
  return { name, ...result }
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
export async function verifyBackup(context: Dependencies, signal: AbortSignal): Promise<Verification> {
  const { config } = context
  const isReadable = config.backupRecipients === undefined || config.backupIdentity !== undefined
  const stored = isReadable ? await findNewest(context) : null
  if (stored) {
    const identities = readIdentities(config.backupIdentity ?? '')
    await restoreIntoScratch(context, { open: () => stored.read(), identities })
    return { tested: { name: stored.key, size: stored.size, sha256: await digest(stored) }, made: false }
  }
  const key = config.backupRecipients === undefined ? null : await makeKeyPair()
  const tested = await makeStoredBackup(context, signal, key?.recipient)
  const store = openFileStore(config, 'backups')
  await restoreIntoScratch(context, {
    open: async () => {
      const made = await store.find(tested.name)
      if (!made) throw new BackupRefused(`the store lost ${tested.name}`)
      return made.read()
    },
    identities: key ? [key.identity] : [],
  })
  return { tested, made: true }
}

async function restoreIntoScratch({ database, keys, log }: Dependencies, file: ArchiveSource): Promise<void> {
  await withScratchDatabase(database.address, (address) =>
    restoreBackup({
      address,
      keys,
      demos: null,
      file,
      replace: false,
      print: (line) => log.debug({ test: 'backup' }, line),
    }),
  )
}

async function findNewest({ config }: Dependencies): Promise<StoredFile | null> {
  let newest: StoredFile | null = null
  for await (const file of openFileStore(config, 'backups').list('clutch-'))
    if (readBackupName(file.key) !== null && file.key > (newest?.key ?? '')) newest = file
  return newest
}

async function digest(file: StoredFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await file.read()) as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}
