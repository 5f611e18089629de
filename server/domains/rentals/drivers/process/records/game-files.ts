import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { FileRefused } from '../../driver.ts'
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

/**
 * Opens a file of the game for reading; null if there is none. The game may replace its folders by links at any moment: each part is
 * opened below the folder that was opened before it, and no link is followed. Throws FileRefused for anything but a regular file.
 */
async function openGameFile(home: string, path: string): Promise<FileHandle | null> {
  const parts = normalizeInsidePath(path).split('/')
  let opened = await openPart(getGameFolder(home), O_DIRECTORY)
  for (const [index, part] of parts.entries()) {
    const folder = opened
    if (!folder) return null
    try {
      // A pipe would be waited for.
      const flag = index === parts.length - 1 ? O_NONBLOCK : O_DIRECTORY
      opened = await openPart(`/proc/self/fd/${folder.fd}/${part}`, flag)
    } finally {
      await folder.close()
    }
  }
  if (!opened || (await opened.stat()).isFile()) return opened
  await opened.close()
  throw new FileRefused(`${path} is no file`)
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
