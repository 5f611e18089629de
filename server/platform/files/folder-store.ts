import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  FileNotFound,
  type FileStore,
  type StoredFile,
  type UnfinishedFile,
  type WrittenFile,
} from './file-store.ts'

/** Parts of earlier versions have no random part in their names. */
const partEnding = /^(.+?)(?:\.[0-9a-f]{16})?\.part$/

/** Files in a folder, readable only by the portal's user. A file appears under its name when it is whole and synced to the disk. */
export class FolderStore implements FileStore {
  readonly kind = 'folder'
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = resolve(folder)
  }

  async put(key: string, body: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<WrittenFile> {
    const path = join(this.#folder, key)
    const draft = `${path}.${randomBytes(8).toString('hex')}.part`
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let size = 0
    async function* measured(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    try {
      const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(body, measured, file, { ...(signal && { signal }) })
      await rename(draft, path)
      await this.#syncFoldersOf(path, made)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    return { size, sha256: hash.digest('hex') }
  }

  /** Makes the name of a file survive a power failure, and the folders that it is in; those above the store only where they were made. */
  async #syncFoldersOf(path: string, made: string | undefined): Promise<void> {
    const last = made !== undefined && this.#folder.startsWith(made) ? dirname(made) : this.#folder
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      await using handle = await open(folder)
      await handle.sync()
      if (folder === last) return
    }
  }

  async find(key: string): Promise<StoredFile | null> {
    const path = join(this.#folder, key)
    const found = await stat(path).catch(absent)
    if (!found?.isFile()) return null
    return {
      key,
      size: found.size,
      version: `${found.size} ${found.mtimeMs}`,
      changedAt: found.mtime,
      async read(range) {
        const handle: FileHandle | null = await open(path).catch(absent)
        if (!handle) throw new FileNotFound(key)
        return handle.createReadStream(range)
      },
      link: () => Promise.resolve(null),
    }
  }

  async remove(key: string): Promise<void> {
    await rm(join(this.#folder, key), { force: true })
  }

  async *list(prefix = ''): AsyncGenerator<StoredFile> {
    for await (const key of this.#listKeys(prefix)) {
      const found = partEnding.test(key) ? null : await this.find(key)
      if (found) yield found
    }
  }

  async *listUnfinished(): AsyncGenerator<UnfinishedFile> {
    for await (const path of this.#listKeys('')) {
      const [, key] = partEnding.exec(path) ?? []
      const found = key === undefined ? null : await this.find(path)
      if (key !== undefined && found)
        yield { key, version: `${path} ${found.version}`, remove: () => this.remove(path) }
    }
  }

  /** Names that begin with a dot are not the portal's. */
  async *#listKeys(prefix: string): AsyncGenerator<string> {
    const folder = prefix.includes('/') ? dirname(`${prefix}x`) : ''
    for (const entry of await listFolder(join(this.#folder, folder), folder !== '')) {
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (basename(key).startsWith('.')) continue
      if (entry.isDirectory() && (key.startsWith(prefix) || prefix.startsWith(`${key}/`)))
        yield* this.#listKeys(prefix.startsWith(`${key}/`) ? prefix : `${key}/`)
      else if (entry.isFile() && key.startsWith(prefix)) yield key
    }
  }
}

const unreadable = new Set<string>()

/** Lists a folder. One below the store that the user may not read, like `lost+found` of a disk, holds no file of the portal: one warning. */
async function listFolder(folder: string, isBelow: boolean) {
  const skip = (error: unknown) => {
    if (!isBelow || !['EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return absent(error)
    if (!unreadable.has(folder)) process.emitWarning(`the folder ${folder} cannot be read and is skipped`)
    unreadable.add(folder)
    return null
  }
  return (await readdir(folder, { withFileTypes: true }).catch(skip)) ?? []
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

function absent(error: unknown): null {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return null
  throw error
}
