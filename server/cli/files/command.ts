import { parseArgs } from 'node:util'
import { type StorageConfig, readStorageConfig } from '../../platform/config/config.ts'
import { tryLock } from '../../platform/database/connection/lock.ts'
import { FileStoreUnavailable } from '../../platform/files/file-store.ts'
import { moveFiles } from '../../platform/files/move-files.ts'
import {
  fileAreas,
  getAreaFolder,
  getBucket,
  hasBucket,
  openBothStores,
} from '../../platform/files/open-file-store.ts'
import { keepsOldVersions, setLifecycle } from '../../platform/files/s3/lifecycle.ts'
import { explainStartError } from '../../platform/lifecycle/start-problem.ts'
import { BackupRefused } from '../../domains/backups/index.ts'
import { BucketUnusable, checkStore } from './check-bucket.ts'
import type { CommandIo } from '../backup/command.ts'
import { openToRead } from '../backup/data-location.ts'
import { assertOwnFolders } from '../backup/restore-target.ts'

const usage = `npm run files -- move --to s3|folder
  Moves demos, map pictures and backups into the bucket or back into the folders. The portal may be running. A file is
  deleted at the source after its copy was read back. Can be interrupted and started again at any time.
  Exit code: 0 success, 1 failure.
npm run files -- lifecycle
  Adds a rule to the bucket that deletes the parts of interrupted uploads, and where it keeps old versions one for
  those of deleted files. Other rules stay.
npm run files -- check
  Writes, lists, downloads and deletes test files in the bucket, also in parts and by a presigned address.`

/** The command cannot be done; the message is for the operator. */
class FilesRefused extends Error {
  override name = 'FilesRefused'
}

type Io = Omit<CommandIo, 'ask'>

/** `npm run files`: answers its exit code, 0 done, 1 not done, with a line that says why. */
export async function runFiles(args: readonly string[], io: Io): Promise<number> {
  const work = readArguments(args)
  if (args.includes('--help')) {
    io.out(usage)
    return 0
  }
  if (work === null) {
    if (args.length > 0) io.err(`wrong arguments: ${args.join(' ')}`)
    io.err(usage)
    return 1
  }
  try {
    await work(io)
    return 0
  } catch (error) {
    const isExplained =
      error instanceof FilesRefused ||
      error instanceof BucketUnusable ||
      error instanceof FileStoreUnavailable ||
      error instanceof BackupRefused
    const lines = isExplained ? [error.message] : explainStartError(error)
    if (!lines) throw error
    for (const line of lines) io.err(line)
    return 1
  }
}

function readArguments(args: readonly string[]): ((io: Io) => Promise<void>) | null {
  const [command, ...rest] = args
  if (command === 'lifecycle' && rest.length === 0) return setRules
  if (command === 'check' && rest.length === 0) return checkBucket
  if (command !== 'move') return null
  try {
    const { to } = parseArgs({ args: rest, options: { to: { type: 'string' } } }).values
    return to === 's3' || to === 'folder' ? (io) => move(to, io) : null
  } catch {
    return null
  }
}

async function move(to: 's3' | 'folder', { environment, out, userId }: Io): Promise<void> {
  const config = requireBucket(environment)
  if (to === 'folder') await assertOwnFolders(listAreaFolders(config), userId)
  const location = await openToRead({ environment, userId })
  try {
    const lock = await tryLock(location.address, 'files')
    if (!lock) throw new FilesRefused('another files command is running')
    try {
      for (const area of fileAreas) {
        const { folder, s3 } = openBothStores(config, area)
        if (!folder || !s3) continue
        const [source, target] = to === 's3' ? [folder, s3] : [s3, folder]
        const onFile = (key: string, size: number) => out(`${area}/${key} (${megabytes(size)} MB)`)
        const { files, bytes } = await moveFiles({ from: source, to: target, onFile, signal: lock.lost })
        out(
          `${area}: moved ${files} files (${megabytes(bytes)} MB) to the ${to === 's3' ? 'bucket' : 'folder'}`,
        )
      }
    } finally {
      await lock.release()
    }
  } finally {
    await location.close()
  }
  if (config.fileStore !== to)
    out(
      `New files still go to the ${to === 's3' ? 'folder' : 'bucket'}: set CLUTCH_FILE_STORE=${to} and restart the portal.`,
    )
}

function listAreaFolders(config: StorageConfig): string[] {
  return fileAreas.map((area) => getAreaFolder(config, area)).filter((folder) => folder !== undefined)
}

async function setRules({ environment, out }: Io): Promise<void> {
  const config = requireBucket(environment)
  const set = await setLifecycle(await getBucket(config), config.s3Prefix)
  if (set.incompleteUploads) out('The bucket deletes parts of interrupted uploads after two days.')
  else out('The service takes no rule for interrupted uploads, as MinIO, which deletes them by itself.')
  if (set.oldVersions) out('It deletes old versions of files after a day.')
}

async function checkBucket({ environment, out }: Io): Promise<void> {
  const config = requireBucket(environment)
  const { s3 } = openBothStores(config, 'demos')
  if (s3) await checkStore(s3, `check-${Date.now()}`)
  out(`The bucket ${config.s3Bucket} stores and returns files.`)
  const isVersioned = await keepsOldVersions(await getBucket(config)).catch(() => null)
  if (isVersioned === true)
    out('It keeps old versions: `npm run files -- lifecycle` has it remove those of deleted files.')
}

function requireBucket(environment: NodeJS.ProcessEnv): StorageConfig {
  const config = readStorageConfig(environment)
  if (hasBucket(config)) return config
  throw new FilesRefused('no bucket is configured: set CLUTCH_S3_ENDPOINT and CLUTCH_S3_BUCKET')
}

const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(1)
