import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Emulator } from '@clutch/emulators/s3/index.ts'
import type { FileConfig } from '../config/files.ts'
import { FolderStore } from './folder-store.ts'
import { JoinedStores } from './joined-stores.ts'
import { openBucket } from './s3/s3-bucket.ts'
import { S3Store } from './s3/s3-store.ts'
import { describeFileStore } from './testing/file-store-rules.ts'
import { findMinio, startMinio } from './testing/minio.ts'
import { s3Settings } from './testing/s3-settings.ts'

const partBytes = 5 * 1024 ** 2

function openStore(settings: ReturnType<typeof s3Settings>): S3Store {
  const config: FileConfig = {
    s3DownloadEndpoint: undefined,
    s3SseKey: undefined,
    backupDir: undefined,
    ...settings,
  }
  return new S3Store({ bucket: openBucket(config), prefix: 'portal/demos/', partBytes })
}

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-files-'))
  return { store: new FolderStore(join(folder, 'files')), close: () => rm(folder, { recursive: true }) }
}

describeFileStore('a folder', openFolder)

describeFileStore('a bucket of the emulator', async () => {
  const emulator = await startS3Emulator()
  return { store: openStore(s3Settings(emulator.url, emulator.options)), close: emulator.stop }
})

describeFileStore('a bucket with a folder behind it', async () => {
  const emulator = await startS3Emulator()
  const folder = await openFolder()
  const close = async () => {
    await emulator.stop()
    await folder.close()
  }
  return {
    store: new JoinedStores(openStore(s3Settings(emulator.url, emulator.options)), folder.store),
    close,
  }
})

const minio = findMinio()
if (minio !== null)
  describeFileStore('a bucket of MinIO', async () => {
    const service = await startMinio(minio)
    return { store: openStore(s3Settings(service.url, service)), close: service.stop }
  })
