import { createHash } from 'node:crypto'
import { FileNotFound, type FileStore, FileStoreUnavailable, type StoredFile } from './file-store.ts'

const concurrency = 4

export interface MoveOptions {
  from: FileStore
  to: FileStore
  /** Called after each file. */
  onFile?: (key: string, size: number) => void
  signal?: AbortSignal
}

export interface MoveResult {
  files: number
  bytes: number
}

/**
 * Moves all files of a store into another one. A file is removed from its store once the other one gave the same bytes back (SHA-256),
 * so that the move can end at any moment and be started again. One move at a time; files may be read, added and removed meanwhile.
 * Throws FileStoreUnavailable, or the error of the disk.
 */
export async function moveFiles({ from, to, onFile, signal }: MoveOptions): Promise<MoveResult> {
  const result = { files: 0, bytes: 0 }
  const files = from.list()[Symbol.asyncIterator]()
  const failed = new AbortController()
  const work = async () => {
    for (;;) {
      signal?.throwIfAborted()
      const next = failed.signal.aborted ? { done: true as const, value: undefined } : await files.next()
      if (next.done) return
      if (!(await moveFile(next.value, from, to, signal))) continue
      result.files += 1
      result.bytes += next.value.size
      onFile?.(next.value.key, next.value.size)
    }
  }
  const stopOthers = (error: unknown) => {
    failed.abort()
    throw error
  }
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, () => work().catch(stopOthers)))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  return result
}

/** Whether the file was moved; not when it was removed meanwhile. */
async function moveFile(
  file: StoredFile,
  from: FileStore,
  to: FileStore,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { key } = file
  try {
    const copied = await to.find(key)
    // An interrupted move may have copied it before.
    const isCopied = copied?.size === file.size && (await hash(copied)) === (await hash(file))
    if (!isCopied) await copyFile(file, to, signal)
    if ((await from.find(key)) !== null) {
      await from.remove(key)
      return true
    }
  } catch (error) {
    if (!(error instanceof FileNotFound)) throw error
  }
  await to.remove(key)
  return false
}

async function copyFile(file: StoredFile, to: FileStore, signal: AbortSignal | undefined): Promise<void> {
  const written = await to.put(file.key, await file.read(), signal)
  const copy = await to.find(file.key)
  if (written.size === file.size && copy && (await hash(copy)) === written.sha256) return
  await to.remove(file.key)
  throw new FileStoreUnavailable(`${file.key} is not the same in the other store; it stays where it is`)
}

async function hash(file: StoredFile): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of (await file.read()) as AsyncIterable<Uint8Array>) digest.update(chunk)
  return digest.digest('hex')
}
