import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type UnzipFileInfo, unzipSync } from 'fflate'
import { extract } from 'tar-stream'
import { HostError, exitCodes } from '../host-error.ts'

const maxBytes = 2_000_000_000
const maxEntries = 50_000

/** An archive that is damaged, too large, or writes outside of its folder. */
class ArchiveRefused extends HostError {
  constructor(message: string) {
    super(`the archive is refused: ${message}`, exitCodes.installFailed)
  }
}

/**
 * Unpacks a `.zip` or `.tar.gz` into a folder that only this process writes to. Only files are created: a link in the archive, and a name
 * that leads out of the folder, refuse all of it. Throws HostError.
 */
export async function unpackArchive(name: string, content: Buffer, folder: string): Promise<void> {
  try {
    await (name.endsWith('.zip') ? unpackZip(content, folder) : unpackTar(content, folder))
  } catch (error) {
    if (error instanceof HostError) throw error
    throw new ArchiveRefused(error instanceof Error ? error.message : String(error))
  }
}

async function unpackZip(content: Buffer, folder: string): Promise<void> {
  const budget = new Budget()
  // A link is stored like a file whose text is its target, and becomes such a file here.
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    resolveEntry(folder, name)
    budget.add(originalSize)
    return true
  }
  for (const [name, data] of Object.entries(unzipSync(content, { filter }))) {
    const path = resolveEntry(folder, name)
    if (/[\\/]$/.test(name)) mkdirSync(path, { recursive: true })
    else {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, data)
    }
  }
}

async function unpackTar(content: Buffer, folder: string): Promise<void> {
  const budget = new Budget()
  const tar = extract()
  const fed = pipeline(Readable.from([content]), createGunzip(), tar)
  fed.catch(() => undefined)
  for await (const entry of tar) {
    const { name, type, size = 0 } = entry.header
    const path = resolveEntry(folder, name)
    if (type !== 'file' && type !== 'directory') throw new ArchiveRefused(`"${name}" is a ${type}`)
    budget.add(size)
    if (type === 'directory') {
      mkdirSync(path, { recursive: true })
      entry.resume()
      continue
    }
    mkdirSync(dirname(path), { recursive: true })
    await pipeline(entry, createWriteStream(path, { mode: 0o644 }))
  }
  await fed
}

/** The path of an entry. Archives made on Windows separate folders by a backslash. */
function resolveEntry(folder: string, name: string): string {
  const parts = name.replaceAll('\\', '/').split('/')
  const isOutside =
    name === '' || /^[\\/]|^[A-Za-z]:/.test(name) || parts.includes('..') || name.includes('\0')
  if (isOutside) throw new ArchiveRefused(`"${name}" leads out of its folder`)
  return join(folder, ...parts)
}

/** Limits what an archive may unpack to. */
class Budget {
  #bytes = 0
  #entries = 0

  add(bytes: number): void {
    this.#bytes += bytes
    this.#entries += 1
    if (this.#bytes > maxBytes || this.#entries > maxEntries)
      throw new ArchiveRefused(`it unpacks to more than ${maxBytes} bytes or ${maxEntries} files`)
  }
}
