import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ServerListDelta } from '@clutch/contract/api/servers/servers.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { streamHeartbeatMs, maxStreamListeners } from '@clutch/contract/limits.ts'
import {
  encodeEvent,
  writeEvent,
  openEventStream,
  streamHeartbeat,
} from '../../../platform/http/responses/event-stream.ts'
import type { LiveList } from './live-list.ts'

/** How many listeners are written to before other work gets its turn. */
const sliceSize = 50

/** The listeners of this process: each step of the list goes to all, slice by slice; who cannot keep up is dropped. */
export class ServerStream {
  readonly #live: Pick<LiveList, 'snapshot' | 'at'>
  readonly #listeners = new Set<ServerResponse>()
  readonly #heartbeat: NodeJS.Timeout
  readonly #unwatch: () => void
  #sending: Promise<void> = Promise.resolve()
  #confirmed: ServerListDelta | undefined

  constructor(live: Pick<LiveList, 'snapshot' | 'at' | 'watch'>) {
    this.#live = live
    this.#unwatch = live.watch((delta) => this.#onDelta(delta))
    this.#heartbeat = setInterval(() => this.#sendHeartbeat(), streamHeartbeatMs).unref()
  }

  /** Throws `stream.full` where no listener more can be taken; to be asked before `add`. */
  checkRoom(): void {
    if (this.#listeners.size < maxStreamListeners) return
    throw new PortalError('stream.full', 'Too many open lists: ask for the list now and then instead')
  }

  /** Takes over an answer: writes its head and says hello. */
  add(response: ServerResponse, headers: OutgoingHttpHeaders = {}): void {
    openEventStream(response, headers, () => this.#listeners.delete(response))
    this.#listeners.add(response)
    const { snapshot, at } = this.#live
    response.write(encodeEvent('hello', { version: snapshot.version, at }))
  }

  close(): void {
    this.#unwatch()
    clearInterval(this.#heartbeat)
    for (const response of this.#listeners) response.end()
  }

  #onDelta(delta: ServerListDelta): void {
    if (delta.from === delta.to) {
      this.#confirmed = delta
      return
    }
    this.#confirmed = undefined
    this.#send(encodeEvent('delta', delta))
  }

  /**
   * A comment keeps the connection alive; if the list was confirmed meanwhile, an empty step carries its new
   * time.
   */
  #sendHeartbeat(): void {
    const confirmed = this.#confirmed
    this.#confirmed = undefined
    this.#send(confirmed ? encodeEvent('delta', confirmed) : streamHeartbeat)
  }

  /** Who joins while an event is going out has it in their first list already. */
  #send(bytes: Buffer): void {
    const listeners = [...this.#listeners]
    this.#sending = this.#sending.then(() => sendInSlices(listeners, bytes))
  }
}

async function sendInSlices(listeners: readonly ServerResponse[], bytes: Buffer): Promise<void> {
  for (let from = 0; from < listeners.length; from += sliceSize) {
    for (const response of listeners.slice(from, from + sliceSize)) writeEvent(response, bytes)
    await new Promise((resume) => setImmediate(resume))
  }
}
