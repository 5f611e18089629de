import {
  type ByteRange,
  FileNotFound,
  type FileStore,
  type StoredFile,
  type UnfinishedFile,
  type WrittenFile,
} from './file-store.ts'

/** Two stores while files move from one to the other: new files go to the first, all are found in both. */
export class JoinedStores implements FileStore {
  readonly #first: FileStore
  readonly #second: FileStore

  constructor(first: FileStore, second: FileStore) {
    this.#first = first
    this.#second = second
  }

  get kind(): FileStore['kind'] {
    return this.#first.kind
  }

  put(key: string, body: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<WrittenFile> {
    return this.#first.put(key, body, signal)
  }

  async find(key: string): Promise<StoredFile | null> {
    // A file that moved between the first two looks is in the first store by the third.
    return (await this.#first.find(key)) ?? (await this.#findInSecond(key)) ?? (await this.#first.find(key))
  }

  async remove(key: string): Promise<void> {
    // A move copies from the second to the first: in this order no copy of a removed file is left.
    await this.#second.remove(key)
    await this.#first.remove(key)
  }

  async *list(prefix?: string): AsyncGenerator<StoredFile> {
    const seen = new Set<string>()
    for await (const file of this.#second.list(prefix)) {
      seen.add(file.key)
      yield this.#following(file)
    }
    for await (const file of this.#first.list(prefix)) if (!seen.has(file.key)) yield file
  }

  async *listUnfinished(): AsyncGenerator<UnfinishedFile> {
    yield* this.#first.listUnfinished()
    yield* this.#second.listUnfinished()
  }

  async #findInSecond(key: string): Promise<StoredFile | null> {
    const found = await this.#second.find(key)
    return found && this.#following(found)
  }

  /** A file that may be moved before it is read. It has no link, which would not follow it. */
  #following(found: StoredFile): StoredFile {
    const read = async (range?: ByteRange) => {
      try {
        return await found.read(range)
      } catch (error) {
        const moved = error instanceof FileNotFound ? await this.#first.find(found.key) : null
        if (!moved) throw error
        return moved.read(range)
      }
    }
    return { ...found, read, link: () => Promise.resolve(null) }
  }
}
