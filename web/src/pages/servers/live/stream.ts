import { deltaSchema, helloSchema, type Delta } from '@clutch/contract/api/servers.ts'
import { streamHeartbeatMs } from '@clutch/contract/limits.ts'
import * as z from 'zod/mini'
import { backOff } from './back-off.ts'
import { eventReader, type StreamEvent } from './sse.ts'

type Hello = z.infer<typeof helloSchema>

export interface StreamListener {
  /** Starts one connection; answers its body's pieces, or throws when the portal refuses (429 and the like). */
  open: (signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>
  hello: (hello: Hello) => void
  delta: (delta: Delta) => void
  /** A number in [0, 1). */
  random: () => number
  /** Resolves after so many ms, at once when aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A line without a byte for this long is dead, whatever the network says. */
const silenceMs = 2.5 * streamHeartbeatMs

/** Listens until `signal` aborts, connecting again after every failure (`backOff`); it never throws. */
export async function listen(listener: StreamListener, signal: AbortSignal): Promise<void> {
  let failures = 0
  const greeted = () => (failures = 0)
  while (!signal.aborted) {
    await connection(listener, signal, greeted).catch(() => undefined)
    failures += 1
    if (!signal.aborted) await listener.wait(backOff(failures, listener.random()), signal)
  }
}

/** One connection, to its end. */
async function connection(listener: StreamListener, signal: AbortSignal, greeted: () => void): Promise<void> {
  const line = new AbortController()
  const both = AbortSignal.any([signal, line.signal])
  let alive = setTimeout(() => line.abort(), silenceMs)
  try {
    const read = eventReader()
    const decoder = new TextDecoder()
    for await (const piece of await listener.open(both)) {
      clearTimeout(alive)
      alive = setTimeout(() => line.abort(), silenceMs)
      for (const event of read(decoder.decode(piece, { stream: true }))) take(event, listener, greeted)
    }
  } finally {
    clearTimeout(alive)
    line.abort()
  }
}

/** Throws on an event that breaks the contract: the connection is then given up and made anew. */
function take({ event, data }: StreamEvent, listener: StreamListener, greeted: () => void): void {
  if (event === 'hello') {
    greeted()
    listener.hello(z.parse(helloSchema, JSON.parse(data)))
  }
  if (event === 'delta') listener.delta(z.parse(deltaSchema, JSON.parse(data)))
}
