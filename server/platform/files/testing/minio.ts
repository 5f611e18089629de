import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peerFolder } from '@clutch/tools/testing/peers.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { vi } from 'vitest'
import { freePorts } from '../../../testing/free-port.ts'

/** A running MinIO with an empty bucket. */
export interface Minio {
  url: string
  bucket: string
  accessKey: string
  secretKey: string
  stop: () => Promise<void>
}

const built = join(peerFolder, 'minio/minio')

/**
 * Finds the program of MinIO, which `npm run prove` tests against where it is: in the path, or built by
 * `tools/peers/build-minio.sh`. Null in `npm test`.
 */
export function findMinio(): string | null {
  if (!isProving) return null
  if (existsSync(built)) return built
  if (spawnSync('minio', ['--version']).status === 0) return 'minio'
  process.stderr.write('skipped: minio is not installed\n')
  return null
}

export async function startMinio(program: string): Promise<Minio> {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-minio-'))
  const [port = 0, consolePort = 0] = await freePorts(2)
  const bucket = 'clutch'
  const [accessKey, secretKey] = ['clutch-access', 'clutch-secret']
  const url = `http://127.0.0.1:${port}`
  // A folder in the data of a MinIO with one disk is a bucket.
  const child: ChildProcess = spawn(
    'sh',
    [
      '-c',
      'mkdir "$2/data" "$2/data/clutch"; exec "$1" server --address "127.0.0.1:$3" --console-address "127.0.0.1:$4" "$2/data"',
      'sh',
      program,
      folder,
      String(port),
      String(consolePort),
    ],
    {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        MINIO_ROOT_USER: accessKey,
        MINIO_ROOT_PASSWORD: secretKey,
      },
    },
  )
  const isReady = () =>
    fetch(`${url}/minio/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 })
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
    await rm(folder, { recursive: true })
  }
  return { url, bucket, accessKey, secretKey, stop }
}
