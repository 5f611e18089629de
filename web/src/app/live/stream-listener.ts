import { streamHeartbeatMs } from '@clutch/contract/limits.ts'
import { retryDelay } from './backoff.ts'
import { createEventReader, type StreamEvent } from './server-sent-events.ts'

export interface StreamListener {
  /** Starts one connection; answers its body's pieces, or throws when the portal refuses (429 and the like). */
  open: (signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>
  /**
   * Handles one event; throws on one that breaks the contract: the connection is then closed and opened
   * again.
   */
  hear: (event: StreamEvent) => void
  /** A number in [0, 1). */
  random: () => number
  /** Resolves after `ms`, or at once when aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A line without a byte for this long is dead, whatever the network says. */
const silenceMs = 2.5 * streamHeartbeatMs

/** Listens until `signal` aborts, connecting again after every failure (`backOff`); it never throws. */
export async function listenToStream(listener: StreamListener, signal: AbortSignal): Promise<void> {
  let failures = 0
  const heard = () => (failures = 0)
  while (!signal.aborted) {
    await readConnection(listener, signal, heard).catch(() => undefined)
    failures += 1
    if (!signal.aborted) await listener.wait(retryDelay(failures, listener.random()), signal)
  }
}

/** One connection, to its end. */
async function readConnection(
  listener: StreamListener,
  signal: AbortSignal,
  heard: () => void,
): Promise<void> {
  const line = new AbortController()
  const both = AbortSignal.any([signal, line.signal])
  let alive = setTimeout(() => line.abort(), silenceMs)
  try {
    const read = createEventReader()
    const decoder = new TextDecoder()
    for await (const piece of await listener.open(both)) {
      clearTimeout(alive)
      alive = setTimeout(() => line.abort(), silenceMs)
      for (const event of read(decoder.decode(piece, { stream: true }))) {
        listener.hear(event)
        heard()
      }
    }
  } finally {
    clearTimeout(alive)
    line.abort()
  }
}
