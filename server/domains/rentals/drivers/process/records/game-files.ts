import { constants } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { FileRefused, type VisitGameFile } from '../../driver.ts'
import { getGameFolder, normalizeInsidePath } from './instance-folder.ts'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants

/** Implements `FleetDriver.readFile`: a file in the folder of the game. */
export async function readGameFile(home: string, path: string, maxBytes: number): Promise<string | null> {
  const file = await openGameFile(home, path)
  if (!file) return null
  try {
    // One byte more shows a file that grows while it is read.
    const found = await buffer(file.createReadStream({ end: maxBytes, autoClose: false }))
    if (found.length > maxBytes) throw new FileRefused(`${path} is longer than ${maxBytes} bytes`)
    return found.toString('utf8')
  } finally {
    await file.close()
  }
}

/** Implements `FleetDriver.readFolder`. */
export async function visitGameFiles(
  home: string,
  path: string,
  visit: VisitGameFile,
  signal: AbortSignal,
): Promise<void> {
  const folder = await openFolder(home, normalizeInsidePath(path).split('/'))
  if (!folder) return
  try {
    for (const name of await readdir(getPathBelow(folder, '')))
      await visitGameFile(folder, name, visit, signal)
  } finally {
    await folder.close()
  }
}

async function visitGameFile(
  folder: FileHandle,
  name: string,
  visit: VisitGameFile,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const file = await openPart(getPathBelow(folder, name), O_NONBLOCK).catch(() => null)
  if (!file) return
  try {
    const stats = await file.stat()
    if (!stats.isFile() || stats.size === 0) return
    const read = () =>
      addAbortSignal(signal, file.createReadStream({ end: stats.size - 1, autoClose: false }))
    await visit({ name, size: stats.size, changedAt: stats.mtime }, read)
  } finally {
    await file.close()
  }
}

/** Implements `FleetDriver.removeFile`. */
export async function removeGameFile(home: string, path: string): Promise<void> {
  const parts = normalizeInsidePath(path).split('/')
  const folder = await openFolder(home, parts.slice(0, -1))
  if (!folder) return
  try {
    await rm(getPathBelow(folder, parts.at(-1) ?? ''), { force: true })
  } finally {
    await folder.close()
  }
}

/** Opens a file of the game for reading; null if there is none. Throws FileRefused for anything but a regular file. */
async function openGameFile(home: string, path: string): Promise<FileHandle | null> {
  const parts = normalizeInsidePath(path).split('/')
  const folder = await openFolder(home, parts.slice(0, -1))
  if (!folder) return null
  try {
    // A pipe would be waited for.
    const file = await openPart(getPathBelow(folder, parts.at(-1) ?? ''), O_NONBLOCK)
    if (!file || (await file.stat()).isFile()) return file
    await file.close()
  } finally {
    await folder.close()
  }
  throw new FileRefused(`${path} is no file`)
}

/**
 * Opens a folder below that of the game; null if it does not exist. The game may replace its folders by links at any moment: each part
 * is opened below the folder that was opened before it, and no link is followed.
 */
async function openFolder(home: string, parts: readonly string[]): Promise<FileHandle | null> {
  let opened = await openPart(getGameFolder(home), O_DIRECTORY)
  for (const part of parts) {
    const folder = opened
    if (!folder) return null
    try {
      opened = await openPart(getPathBelow(folder, part), O_DIRECTORY)
    } finally {
      await folder.close()
    }
  }
  return opened
}

function getPathBelow({ fd }: FileHandle, name: string): string {
  return `/proc/self/fd/${fd}/${name}`
}

async function openPart(path: string, flag: number): Promise<FileHandle | null> {
  try {
    return await open(path, O_RDONLY | O_NOFOLLOW | flag)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT') return null
    // ENXIO: a socket.
    if (code === 'ELOOP' || code === 'ENOTDIR' || code === 'ENXIO')
      throw new FileRefused('a link or something else that is no file', { cause: error })
    throw error
  }
}
