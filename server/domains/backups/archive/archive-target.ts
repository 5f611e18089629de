import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore, WrittenFile } from '../../../platform/files/file-store.ts'
import { BackupRefused } from '../backup-errors.ts'

/** Where the bytes of an archive go. */
export interface ArchiveTarget {
  /** Takes all bytes; resolves when they are stored. */
  write(bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Gives the archive its name, once it is complete. */
  commit(): void
  /** Removes what was written so far. */
  discard(): void
}

/** Targets a file: a temporary one that only its owner can read, which gets its name when it is complete. Throws BackupRefused where there is a file already, or none can be made. */
export async function openFileTarget(file: string): Promise<ArchiveTarget> {
  if (existsSync(file)) throw new BackupRefused(`${file} is there already`)
  // The random name cannot exist as a file or link of another user.
  const draft = `${file}.${randomBytes(8).toString('hex')}.part`
  if (!existsSync(dirname(file))) throw new BackupRefused(`the folder ${dirname(file)} does not exist`)
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw new BackupRefused(`cannot write ${draft}`, { cause: error })
  })
  const output = handle.createWriteStream({ flush: true })
  return {
    write: (bytes) => pipeline(bytes, output),
    commit: () => renameSync(draft, file),
    discard: () => rmSync(draft, { force: true }),
  }
}

/** Targets a store of files, where the archive appears when it is complete; `onWritten` gets its size and digest. */
export function openStoreTarget(
  store: Pick<FileStore, 'put'>,
  key: string,
  onWritten: (written: WrittenFile) => void,
): ArchiveTarget {
  const abort = new AbortController()
  return {
    write: async (bytes) => onWritten(await store.put(key, bytes, abort.signal)),
    commit: () => undefined,
    discard: () => abort.abort(),
  }
}
