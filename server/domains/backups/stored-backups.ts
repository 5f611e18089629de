import type { AppContext } from '../../platform/context.ts'
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts'
import { getAreaFolder, openBothStores } from '../../platform/files/open-file-store.ts'
import { readBackupName, selectExpiredBackups } from './backup-schedule.ts'

type Dependencies = Pick<AppContext, 'config' | 'log'>

export interface BackupStores {
  /** Where new backups go. */
  target: FileStore
  /** The folder of the target; null for a bucket. */
  folder: string | null
  /** Where earlier ones may be since the settings changed. Its failures stop no backup. */
  other: FileStore | null
}

export function openBackupStores(config: AppContext['config']): BackupStores {
  const { folder, s3 } = openBothStores(config, 'backups')
  if (s3 && config.fileStore === 's3') return { target: s3, folder: null, other: folder }
  if (!folder) throw new Error('the settings name no store of backups')
  return { target: folder, folder: getAreaFolder(config, 'backups') ?? null, other: s3 }
}

/** Removes what interrupted backups left. A failure is a warning: the new backup does not depend on it. */
export async function removeUnfinishedBackups({ config, log }: Dependencies): Promise<void> {
  try {
    for await (const unfinished of openBackupStores(config).target.listUnfinished())
      if (readBackupName(unfinished.key) !== null) await unfinished.remove()
  } catch (error) {
    log.warn({ err: error }, 'what interrupted backups left was not removed')
  }
}

/** Lists the scheduled backups of both stores. Throws where the target cannot be listed; of the other that is a warning. */
export async function listStoredBackups({ config, log }: Dependencies): Promise<StoredFile[]> {
  const { target, other } = openBackupStores(config)
  const elsewhere = other ? await listIn(other).catch((error: unknown) => warnOfOther(log, error)) : []
  return [...(await listIn(target)), ...(elsewhere ?? [])]
}

/** Removes the backups that the settings do not keep. Throws where the target refuses; of the other store that is a warning. */
export async function rotateBackups({ config, log }: Dependencies): Promise<void> {
  const { target, other } = openBackupStores(config)
  const names = new Set((await listStoredBackups({ config, log })).map(({ key }) => key))
  for (const expired of selectExpiredBackups([...names], config.backupKeep)) {
    await target.remove(expired)
    await other?.remove(expired).catch((error: unknown) => warnOfOther(log, error))
  }
}

async function listIn(store: FileStore): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for await (const file of store.list('clutch-')) if (readBackupName(file.key) !== null) files.push(file)
  return files
}

function warnOfOther(log: Dependencies['log'], error: unknown): void {
  log.warn({ err: error }, 'the store of earlier backups does not answer')
}
