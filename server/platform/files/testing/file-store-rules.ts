import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { FileNotFound, type FileStore } from '../file-store.ts'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const chunkBytes = 64 * 1024

/** The chunks in which content comes from a network. */
function chunksOf(content: Buffer): Readable {
  const count = Math.ceil(content.length / chunkBytes)
  const chunk = (_: unknown, at: number) => content.subarray(at * chunkBytes, (at + 1) * chunkBytes)
  return Readable.from(Array.from({ length: count }, chunk))
}

async function load(store: FileStore, key: string): Promise<Buffer | null> {
  const found = await store.find(key)
  return found && buffer(await found.read())
}

async function listKeys(store: FileStore, prefix?: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys.toSorted()
}

async function countUnfinished(store: FileStore): Promise<number> {
  let count = 0
  for await (const _ of store.listUnfinished()) count += 1
  return count
}

/** The rules of every store of files, whatever is behind it. Each leaves the store as it likes. */
export const fileStoreRules: Record<string, (store: FileStore) => Promise<void>> = {
  async 'bytes come back as they were put, from none to those of several parts'(store) {
    for (const bytes of [0, 1, 100_000, 5 * 1024 ** 2, 12_345_678]) {
      const content = randomBytes(bytes)
      const key = `sizes/${bytes}.dem`
      expect(await store.put(key, chunksOf(content))).toEqual({ size: bytes, sha256: sha256(content) })
      expect(await store.find(key)).toMatchObject({ key, size: bytes })
      expect((await load(store, key))?.equals(content)).toBe(true)
    }
  },

  async 'a range is the part that was asked for'(store) {
    const content = randomBytes(1_000)
    await store.put('range.dem', chunksOf(content))
    const found = await store.find('range.dem')
    for (const [start, end] of [
      [0, 0],
      [10, 99],
      [999, 999],
    ] as const) {
      const part = await found?.read({ start, end })
      expect(part && (await buffer(part)).equals(content.subarray(start, end + 1))).toBe(true)
    }
  },

  async 'a file is replaced by another of its key, and has another version then'(store) {
    await store.put('again.dem', chunksOf(Buffer.from('one')))
    const first = await store.find('again.dem')
    await store.put('again.dem', chunksOf(Buffer.from('other')))
    expect(String(await load(store, 'again.dem'))).toBe('other')
    expect((await store.find('again.dem'))?.version).not.toBe(first?.version)
  },

  async 'a file that is not there is not found; removing it is a success'(store) {
    expect(await store.find('none/none.dem')).toBe(null)
    await store.remove('none/none.dem')
    await store.put('gone.dem', chunksOf(Buffer.from('x')))
    const found = await store.find('gone.dem')
    await store.remove('gone.dem')
    expect(await store.find('gone.dem')).toBe(null)
    await expect(found?.read()).rejects.toThrow(FileNotFound)
  },

  async 'a list holds the files of a prefix, whose names may be of any script'(store) {
    const [one, two, three] = ['list/a/1.dem', 'list/a/2 & <龙>+.dem', 'list/ab.dem']
    for (const key of [one, two, three, 'other.dem']) await store.put(key, chunksOf(Buffer.from(key)))
    expect(await listKeys(store, 'list/')).toEqual([one, two, three])
    expect(await listKeys(store, 'list/a')).toEqual([one, two, three])
    expect(await listKeys(store, 'list/a/')).toEqual([one, two])
    expect(await listKeys(store, 'nothing/')).toEqual([])
    expect(String(await load(store, two))).toBe(two)
  },

  async 'a stream that fails leaves nothing and replaces nothing'(store) {
    await store.put('fails.dem', chunksOf(Buffer.from('before')))
    for (const bytes of [100, 11_000_000]) {
      async function* failing() {
        yield* chunksOf(randomBytes(bytes)) as AsyncIterable<Buffer>
        throw new Error('the sender is gone')
      }
      await expect(store.put('fails.dem', failing())).rejects.toThrow('the sender is gone')
      expect(String(await load(store, 'fails.dem'))).toBe('before')
      expect(await countUnfinished(store)).toBe(0)
    }
  },

  async 'an aborted put leaves nothing'(store) {
    const abort = new AbortController()
    async function* endless() {
      for (let count = 0; ; count += 1) {
        yield randomBytes(1024 ** 2)
        if (count === 8) abort.abort()
      }
    }
    await expect(store.put('endless.dem', endless(), abort.signal)).rejects.toThrow(/abort/i)
    expect([await store.find('endless.dem'), await countUnfinished(store)]).toEqual([null, 0])
  },
}
