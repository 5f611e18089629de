import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { FileStore, StoredFile, UnfinishedFile, WrittenFile } from './file-store.ts'
import { FolderStore } from './folder-store.ts'
import { JoinedStores } from './joined-stores.ts'
import type { S3Bucket } from './s3/s3-bucket.ts'
import type { FileConfig } from '../config/files.ts'

/** What is stored as files, each with a folder or a prefix of its own. */
export const fileAreas = ['demos', 'backups', 'map-pictures'] as const
export type FileArea = (typeof fileAreas)[number]

export type FileStoreConfig = FileConfig & Pick<Config, 'dataDir' | 'demoDir' | 'mapPictureDir'>

const megabyte = 1024 ** 2
/** A demo has at most 1 GB and many come in at once; a backup may have 320 GB. */
const partBytes: Record<FileArea, number> = {
  demos: 5 * megabyte,
  backups: 32 * megabyte,
  'map-pictures': 5 * megabyte,
}

/** Returns the folder of an area; undefined where the operator named none. */
export function getAreaFolder(
  { dataDir, demoDir, backupDir, mapPictureDir }: FileStoreConfig,
  area: FileArea,
): string | undefined {
  if (area === 'demos') return demoDir ?? join(dataDir, 'demos')
  if (area === 'backups') return backupDir ?? join(dataDir, 'backups')
  return mapPictureDir
}

/** Opens the store of an area by the settings. With settings of S3 files are found in the folder and in the bucket. */
export function openFileStore(config: FileStoreConfig, area: FileArea): FileStore {
  const folder = getAreaFolder(config, area)
  const onDisk = folder === undefined ? null : new FolderStore(folder)
  const inBucket = hasBucket(config) ? openBucketStore(config, area) : null
  if (onDisk && inBucket)
    return config.fileStore === 's3' ? new JoinedStores(inBucket, onDisk) : new JoinedStores(onDisk, inBucket)
  return onDisk ?? inBucket ?? new FolderStore(join(config.dataDir, area))
}

/** Opens both stores of an area, for a move from one to the other; null for one that the settings do not name. */
export function openBothStores(
  config: FileStoreConfig,
  area: FileArea,
): { folder: FileStore | null; s3: FileStore | null } {
  const folder = getAreaFolder(config, area)
  return {
    folder: folder === undefined ? null : new FolderStore(folder),
    s3: hasBucket(config) ? openBucketStore(config, area) : null,
  }
}

export function hasBucket({ s3Endpoint, s3Bucket }: FileConfig): boolean {
  return s3Endpoint !== undefined && s3Bucket !== undefined
}

type BucketUse = 'files' | 'backups'
const buckets: Record<BucketUse, WeakMap<FileConfig, Promise<S3Bucket>>> = {
  files: new WeakMap(),
  backups: new WeakMap(),
}

/** Returns the bucket of the settings; backups have connections of their own. Its packages are loaded only where a bucket is used. */
export function getBucket(config: FileConfig, use: BucketUse = 'files'): Promise<S3Bucket> {
  const opened =
    buckets[use].get(config) ?? import('./s3/s3-bucket.ts').then(({ openBucket }) => openBucket(config))
  buckets[use].set(config, opened)
  return opened
}

function openBucketStore(config: FileConfig, area: FileArea): FileStore {
  return new DeferredStore(async () => {
    const [bucket, { S3Store }] = await Promise.all([
      getBucket(config, area === 'backups' ? 'backups' : 'files'),
      import('./s3/s3-store.ts'),
    ])
    return new S3Store({ bucket, prefix: `${config.s3Prefix}${area}/`, partBytes: partBytes[area] })
  })
}

/** A store in a bucket that is opened by the first use. */
class DeferredStore implements FileStore {
  readonly kind = 's3'
  readonly #open: () => Promise<FileStore>

  constructor(open: () => Promise<FileStore>) {
    this.#open = open
  }

  async put(key: string, body: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<WrittenFile> {
    return (await this.#open()).put(key, body, signal)
  }

  async find(key: string): Promise<StoredFile | null> {
    return (await this.#open()).find(key)
  }

  async remove(key: string): Promise<void> {
    return (await this.#open()).remove(key)
  }

  async *list(prefix?: string): AsyncGenerator<StoredFile> {
    yield* (await this.#open()).list(prefix)
  }

  async *listUnfinished(): AsyncGenerator<UnfinishedFile> {
    yield* (await this.#open()).listUnfinished()
  }
}
