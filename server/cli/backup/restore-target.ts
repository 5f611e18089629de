import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StorageConfig } from '../../platform/config/config.ts'
import { hasEmbedded } from '../../platform/database/embedded.ts'
import { getAreaFolder, hasBucket } from '../../platform/files/open-file-store.ts'
import { BackupRefused } from '../../domains/backups/index.ts'

/** The lines that say, before a restore changes anything, which database and which folder it writes. */
export function describeTarget(config: StorageConfig): string[] {
  const demos = getAreaFolder(config, 'demos')
  return [
    `Database: ${describeDatabase(config)}`,
    isInBucket(config) ? `Demos: the bucket ${config.s3Bucket}` : `Demos: the folder ${demos}`,
  ]
}

function describeDatabase({ databaseUrl, databaseDirectUrl, dataDir }: StorageConfig): string {
  const url = databaseDirectUrl ?? databaseUrl
  if (url === undefined) return `${hasEmbedded(dataDir) ? 'embedded' : 'a new embedded one'} in ${dataDir}`
  const { pathname, host, searchParams } = new URL(url)
  return `${pathname.slice(1)} at ${searchParams.get('host') ?? host} (DATABASE_URL)`
}

/** Whether new files go into the bucket. */
function isInBucket(config: StorageConfig): boolean {
  return hasBucket(config) && config.fileStore === 's3'
}

/** The folders that a restore writes to. */
export function listRestoreFolders(config: StorageConfig): string[] {
  const folders = isInBucket(config) ? [] : [getAreaFolder(config, 'demos')]
  if (config.databaseUrl === undefined) folders.push(config.dataDir)
  return folders.filter((folder) => folder !== undefined)
}

/**
 * Refuses to write for another user than the owner of these folders: the portal could not read files of root. A folder that does not
 * exist belongs to the owner of the one it would be made in. A folder of root that others may write to is a volume of Kubernetes.
 */
export async function assertOwnFolders(
  folders: readonly string[],
  userId: number | undefined,
): Promise<void> {
  if (userId === undefined) return
  for (const folder of folders) {
    const owner = await findOwner(folder)
    if (owner !== userId && owner !== 0)
      throw new BackupRefused(
        `${folder} belongs to the user with the id ${owner}, who could not read what this one (${userId}) writes: run this as that user`,
      )
  }
}

async function findOwner(folder: string): Promise<number> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(folder) !== folder) return null
    throw error
  })
  return found?.uid ?? findOwner(dirname(folder))
}
