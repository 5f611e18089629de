import { open } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { SharedFile } from './shared-file.ts'

afterEach(() => vi.restoreAllMocks())

test('I8 an export is whole on a disk that takes parts of what is written', async () => {
  const handle = await open(import.meta.filename)
  const prototype = Object.getPrototypeOf(handle) as Record<'write', (...args: unknown[]) => unknown>
  await handle.close()
  const { write } = prototype
  vi.spyOn(prototype, 'write').mockImplementation(function (this: unknown, bytes, from, length, at) {
    return write.call(this, bytes, from, Math.ceil(Number(length) / 2), at)
  })
  const texts = Array.from({ length: 2_000 }, (_, number) => `line ${number}\n`)
  const errors: unknown[] = []
  async function* read(): AsyncGenerator<string> {
    yield* texts
  }
  const file = new SharedFile(read(), (error) => errors.push(error))
  const chunks = await file.read().toArray()
  expect(gunzipSync(Buffer.concat(chunks as Buffer[])).toString()).toBe(texts.join(''))
  expect(errors).toEqual([])
  await file.drop()
})
