import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FileNotFound, type FileStore } from '../file-store.ts'

/** A store that is opened for a test, empty. */
export interface FileStoreFixture {
  store: FileStore
  close: () => Promise<void>
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** The chunks in which content comes from a network. */
function chunksOf(content: Buffer, chunkBytes = 64 * 1024): Readable {
  const count = Math.ceil(content.length / chunkBytes)
  return Readable.from(
    Array.from({ length: count }, (_, at) => content.subarray(at * chunkBytes, (at + 1) * chunkBytes)),
  )
}

/** The rules of every store of files, whatever is behind it. */
export function describeFileStore(name: string, open: () => Promise<FileStoreFixture>): void {
  describe(name, () => {
    let fixture: FileStoreFixture
    let store: FileStore
    beforeAll(async () => {
      fixture = await open()
      store = fixture.store
    })
    afterAll(() => fixture.close())

    const load = async (key: string) => {
      const found = await store.find(key)
      return found && (await buffer(await found.read()))
    }
    const keys = async (prefix?: string) => {
      const all: string[] = []
      for await (const { key } of store.list(prefix)) all.push(key)
      return all.toSorted()
    }
    const unfinished = async () => {
      const all = []
      for await (const one of store.listUnfinished()) all.push(one)
      return all
    }

    test.each([0, 1, 100_000, 5 * 1024 ** 2, 12_345_678])(
      '%i bytes come back as they were put',
      async (bytes) => {
        const content = randomBytes(bytes)
        const key = `sizes/${bytes}.dem`
        expect(await store.put(key, chunksOf(content))).toEqual({ size: bytes, sha256: sha256(content) })
        expect(await store.find(key)).toMatchObject({ key, size: bytes })
        expect((await load(key))?.equals(content)).toBe(true)
      },
    )

    test('a range is the part that was asked for', async () => {
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
    })

    test('a file is replaced by another of its key, and has another version then', async () => {
      await store.put('again.dem', chunksOf(Buffer.from('one')))
      const first = await store.find('again.dem')
      await store.put('again.dem', chunksOf(Buffer.from('other')))
      expect(String(await load('again.dem'))).toBe('other')
      expect((await store.find('again.dem'))?.version).not.toBe(first?.version)
    })

    test('a file that is not there is not found; removing it is a success', async () => {
      expect(await store.find('none/none.dem')).toBe(null)
      await store.remove('none/none.dem')
      await store.put('gone.dem', chunksOf(Buffer.from('x')))
      const found = await store.find('gone.dem')
      await store.remove('gone.dem')
      expect(await store.find('gone.dem')).toBe(null)
      await expect(found?.read()).rejects.toThrow(FileNotFound)
    })

    test('a list holds the files of a prefix, whose names may be of any script', async () => {
      for (const key of ['list/a/1.dem', 'list/a/2 & <龙>+.dem', 'list/ab.dem', 'other.dem'])
        await store.put(key, chunksOf(Buffer.from(key)))
      expect(await keys('list/')).toEqual(['list/a/1.dem', 'list/a/2 & <龙>+.dem', 'list/ab.dem'])
      expect(await keys('list/a')).toEqual(['list/a/1.dem', 'list/a/2 & <龙>+.dem', 'list/ab.dem'])
      expect(await keys('list/a/')).toEqual(['list/a/1.dem', 'list/a/2 & <龙>+.dem'])
      expect(await keys('nothing/')).toEqual([])
      expect(String(await load('list/a/2 & <龙>+.dem'))).toBe('list/a/2 & <龙>+.dem')
    })

    test.each([100, 11_000_000])(
      'a stream that fails after %i bytes leaves nothing and replaces nothing',
      async (bytes) => {
        await store.put('fails.dem', chunksOf(Buffer.from('before')))
        async function* failing() {
          yield* chunksOf(randomBytes(bytes)) as AsyncIterable<Buffer>
          throw new Error('the sender is gone')
        }
        await expect(store.put('fails.dem', failing())).rejects.toThrow('the sender is gone')
        expect(String(await load('fails.dem'))).toBe('before')
        expect(await unfinished()).toEqual([])
      },
    )

    test('an aborted put leaves nothing', async () => {
      const abort = new AbortController()
      async function* endless() {
        for (let count = 0; ; count += 1) {
          yield randomBytes(1024 ** 2)
          if (count === 8) abort.abort()
        }
      }
      await expect(store.put('endless.dem', endless(), abort.signal)).rejects.toThrow(/abort/i)
      expect([await store.find('endless.dem'), await unfinished()]).toEqual([null, []])
    })
  })
}
