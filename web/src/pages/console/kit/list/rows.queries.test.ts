import { defineCall } from '@clutch/contract/api/call.ts'
import * as z from 'zod/mini'
import { afterEach, expect, test, vi } from 'vitest'
import { rowsOf } from './rows.queries.ts'

const whole = defineCall({
  id: 'whole',
  method: 'GET',
  path: '/api/operator/items/export',
  who: 'operator',
  area: 'any',
  tag: 'portal',
  summary: 'All items',
  query: z.object({ find: z.optional(z.string()) }),
  row: z.object({ n: z.int(), name: z.string() }),
})

afterEach(() => vi.unstubAllGlobals())

/** Makes the portal answer with these bytes, in chunks of `size`. */
function answers(text: string, size: number): ReturnType<typeof vi.fn> {
  const bytes = new TextEncoder().encode(text)
  const asked = vi.fn<typeof fetch>(async () => {
    let at = 0
    return new Response(
      new ReadableStream({
        pull(stream) {
          if (at >= bytes.length) return stream.close()
          stream.enqueue(bytes.slice(at, at + size))
          at += size
        },
      }),
    )
  })
  vi.stubGlobal('fetch', asked)
  return asked
}

async function read(): Promise<string[]> {
  const names = []
  const steps = rowsOf(whole, { find: 'a:b c' }, new AbortController().signal)
  for await (const rows of steps) names.push(...rows.map(({ name }) => name))
  return names
}

const text = '{"n":1,"name":"阿杰"}\n{"n":2,"name":"b"}\n\n'

test.each([1, 7, 1_000])(
  'J rows are read whole whatever the pieces of %i bytes they come in',
  async (size) => {
    const asked = answers(text, size)
    expect(await read()).toEqual(['阿杰', 'b'])
    expect(asked.mock.calls[0]?.[0]).toBe('/api/operator/items/export?find=a%3Ab+c')
  },
)

test.each(['', text.slice(0, -1), text.slice(0, -5), '{"n":1}\n\n', 'x\n\n'])(
  'J an export that answers %j is rejected',
  async (broken) => {
    answers(broken, 1_000)
    await expect(read()).rejects.toThrow(/rows broke off|Invalid input|not valid JSON/)
  },
)

test('J an export without rows is one', async () => {
  answers('\n', 1)
  expect(await read()).toEqual([])
})
