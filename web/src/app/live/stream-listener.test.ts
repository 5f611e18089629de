import { describe, expect, test } from 'vitest'
import { listenToStream, type StreamListener } from './stream-listener.ts'

const hello = 'event: hello\ndata: {"version":"1","at":5}\n\n'
const delta = 'event: delta\ndata: {"from":"1","to":"2","at":6,"changed":[],"removed":["a"]}\n\n'

async function* body(...pieces: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield new TextEncoder().encode(piece)
}

/** Runs until the script of connections is used up; an Error in the script is a refused connection. */
async function run(script: (string[] | Error)[]) {
  const end = new AbortController()
  const heard: unknown[] = []
  const waits: number[] = []
  const listener: StreamListener = {
    open: async () => {
      const next = script.shift()
      if (next instanceof Error) throw next
      return body(...(next ?? []))
    },
    hear: ({ data }) => heard.push(JSON.parse(data)),
    random: () => 1,
    wait: async (ms) => {
      waits.push(ms)
      if (script.length === 0) end.abort()
    },
  }
  await listenToStream(listener, end.signal)
  return { heard, waits }
}

describe('the live stream', () => {
  test('gives its events, however the bytes are cut', async () => {
    const { heard } = await run([[hello.slice(0, 9), hello.slice(9) + delta]])
    expect(heard).toEqual([
      { version: '1', at: 5 },
      { from: '1', to: '2', at: 6, changed: [], removed: ['a'] },
    ])
  })

  test('a refusal (429) is tried again later and later; an event resets the waits', async () => {
    const full = new Error('stream.full')
    const { waits } = await run([full, full, full, [hello], full])
    expect(waits).toEqual([1000, 2000, 4000, 1000, 2000])
  })

  test('an event that cannot be processed ends the connection, not the listening', async () => {
    const { heard, waits } = await run([['event: delta\ndata: no\n\n'], [hello]])
    expect(heard).toEqual([{ version: '1', at: 5 }])
    expect(waits).toEqual([1000, 1000])
  })
})
