import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BackupRefused } from './backup-errors.ts'

/** Left for the database and everything else on the disk. */
const reserveBytes = 1024 ** 3
const measuredEveryBytes = 256 * 1024 ** 2

/** Returns the bytes that the portal's user may still write below a folder, which need not exist. */
export type ReadFreeBytes = (folder: string) => Promise<number>

export const readFreeBytes: ReadFreeBytes = async (folder) => {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder && folder !== dirname(folder)) return readFreeBytes(dirname(folder))
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Throws BackupRefused where a disk has not `bytes` and the reserve free. */
export async function assertFree(folder: string, bytes: number, read: ReadFreeBytes): Promise<void> {
  const [free, needed] = [await read(folder), bytes + reserveBytes]
  if (free < needed)
    throw new BackupRefused(
      `the disk of ${folder} has ${gigabytes(free)} GB free of the ${gigabytes(needed)} GB that are needed: a full disk would stop the database`,
    )
}

/** Passes bytes on as long as the disk that they go to has the reserve free. */
export async function* whileFree(
  chunks: AsyncIterable<Uint8Array>,
  folder: string,
  read: ReadFreeBytes,
): AsyncGenerator<Uint8Array> {
  let unmeasured = 0
  for await (const chunk of chunks) {
    unmeasured += chunk.length
    if (unmeasured > measuredEveryBytes) {
      await assertFree(folder, unmeasured, read)
      unmeasured = 0
    }
    yield chunk
  }
}

const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1)
