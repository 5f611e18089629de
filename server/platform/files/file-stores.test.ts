import fs, { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startS3Emulator } from '@clutch/emulators/s3/index.ts'
import type { FileConfig } from '../config/files.ts'
import type { FileStore } from './file-store.ts'
import { FolderStore } from './folder-store.ts'
import { JoinedStores } from './joined-stores.ts'
import { openBucket } from './s3/s3-bucket.ts'
import { S3Store } from './s3/s3-store.ts'
import { fileStoreRules } from './testing/file-store-rules.ts'
import { findMinio, startMinio } from './testing/minio.ts'
import { s3Settings } from './testing/s3-settings.ts'

const partBytes = 5 * 1024 ** 2

function openStore(settings: ReturnType<typeof s3Settings>): S3Store {
  const config: FileConfig = {
    s3DownloadEndpoint: undefined,
    s3DownloadPathStyle: undefined,
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

async function openEmulated() {
  const emulator = await startS3Emulator()
  return { store: openStore(s3Settings(emulator.url, emulator.options)), close: emulator.stop }
}

async function openJoined() {
  const [bucket, folder] = [await openEmulated(), await openFolder()]
  const close = async () => {
    await bucket.close()
    await folder.close()
  }
  return { store: new JoinedStores(bucket.store, folder.store), close }
}

const minio = findMinio()
async function openMinio(program: string) {
  const service = await startMinio(program)
  return { store: openStore(s3Settings(service.url, service)), close: service.stop }
}

describe.each<{ kind: string; open: () => Promise<{ store: FileStore; close: () => Promise<void> }> }>([
  { kind: 'a folder', open: openFolder },
  { kind: 'a bucket of the emulator', open: openEmulated },
  { kind: 'a bucket with a folder behind it', open: openJoined },
  ...(minio === null ? [] : [{ kind: 'a bucket of MinIO', open: () => openMinio(minio) }]),
])('$kind', ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  test.each(Object.entries(fileStoreRules))('%s', async (_, rule) => {
    expect.hasAssertions()
    await rule(opened.store)
  })
})

test('G17 a file in a folder is on the disk with its name and new folders before it counts as written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-files-'))
  const { open, rename } = fs
  const steps: string[] = []
  fs.rename = async (from, to) => {
    await rename(from, to)
    steps.push('rename')
  }
  fs.open = async (...words) => {
    const handle = await open(...words)
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      await sync()
      steps.push(`sync ${String(words[0])}`)
    }
    return handle
  }
  syncBuiltinESMExports()
  onTestFinished(async () => {
    Object.assign(fs, { open, rename })
    syncBuiltinESMExports()
    await rm(folder, { recursive: true })
  })
  const body = async function* () {
    yield Buffer.from('demo')
  }
  await new FolderStore(join(folder, 'files')).put('rental/one.dem', body())
  const parents = ['files/rental', 'files', ''].map((path) => `sync ${join(folder, path)}`)
  expect(steps).toEqual(['rename', ...parents.map((step) => step.replace(/\/$/, ''))])
})

test('a folder below a store that its user may not read is skipped; the store itself is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-files-'))
  const store = new FolderStore(folder)
  await store.put('one.dem', Readable.from([Buffer.from('demo')]))
  await mkdir(join(folder, 'lost+found'), { mode: 0o700 })
  const { readdir } = fs
  const refused = new Set([join(folder, 'lost+found')])
  // As another user: the tests may run as root.
  fs.readdir = (async (path: string, options: object) => {
    if (refused.has(path)) throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
    return readdir(path, options as never)
  }) as never
  syncBuiltinESMExports()
  onTestFinished(async () => {
    Object.assign(fs, { readdir })
    syncBuiltinESMExports()
    await rm(folder, { recursive: true })
  })
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const list = async () => [
    await Array.fromAsync(store.list()),
    await Array.fromAsync(store.listUnfinished()),
  ]
  expect(await list()).toMatchObject([[{ key: 'one.dem' }], []])
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/lost\+found cannot be read and is skipped/)]])
  refused.add(folder)
  await expect(list()).rejects.toThrow('permission denied')
})
