import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { PortalError } from '@clutch/contract/errors.ts'
import { maxLogListeners, streamHeartbeatMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../platform/context.ts'
import { openEventStream } from '../../platform/http/event-stream.ts'
import { SingleFlight } from '../../platform/lifecycle/single-flight.ts'
import { batchesChannel } from './inbox-store.ts'
import { type Listening, LogListener } from './log-listener.ts'
import { newestBatch, reachBack, selectLast, selectSince } from './log-tail-store.ts'

type Parts = Pick<AppContext, 'database' | 'clock' | 'log'>

/** Batches that came together are read together. */
const gatherMs = 150
const batchesFirst = 40
/** Nobody looks at more logs at once. */
const streamsEach = 10

/** The logs of servers as they come, for operators who look: any web process stores a batch, each tells its own listeners. */
export class LogTails {
  readonly #context: Parts
  /** Everybody who was let in, and of them those who are told. */
  readonly #open = new Set<LogListener>()
  readonly #listeners = new Set<LogListener>()
  readonly #loads = new SingleFlight(() => this.#pull())
  readonly #heartbeat: NodeJS.Timeout
  #unlisten: (() => void) | undefined
  #gathering: NodeJS.Timeout | undefined
  #after = '0'
  #taken = new Set<string>()

  private constructor(context: Parts) {
    this.#context = context
    this.#heartbeat = setInterval(() => this.#beat(), streamHeartbeatMs).unref()
  }

  static async open(context: Parts): Promise<LogTails> {
    const tails = new LogTails(context)
    tails.#unlisten = await context.database.listen(batchesChannel, () => tails.#heard())
    return tails
  }

  /**
   * Throws `stream.full` where no listener more can be taken, of all or of this operator (a SteamID64; null, the bearer of the
   * operator's token, has no share of their own); to be asked right before `add`.
   */
  checkRoom(operator: string | null): void {
    const own = operator === null ? [] : [...this.#open].filter((one) => one.operator === operator)
    if (this.#open.size < maxLogListeners && own.length < streamsEach) return
    throw new PortalError('stream.full', 'Too many open logs: close one')
  }

  /** Takes over an answer: the log's last lines first, then whatever comes, as long as they may listen. */
  async add(response: ServerResponse, headers: OutgoingHttpHeaders, listening: Listening): Promise<void> {
    const { database, log } = this.#context
    const listener = new LogListener(this.#context, response, listening)
    this.#open.add(listener)
    openEventStream(response, headers, () => this.#forget(listener))
    try {
      if (this.#listeners.size === 0) this.#after = await newestBatch(database)
      this.#listeners.add(listener)
      listener.begin((await selectLast(database, listening.serverId, batchesFirst)).toReversed())
      if (response.destroyed) this.#forget(listener)
    } catch (error) {
      log.warn({ err: error }, 'cannot tell of a server’s log')
      this.#forget(listener)
      listener.drop()
    }
  }

  /** Ends every stream: before the listening connection is closed. */
  end(): void {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#gathering)
    for (const listener of this.#open) listener.end()
  }

  async close(): Promise<void> {
    this.#unlisten?.()
    const open = [...this.#open]
    this.end()
    await this.#loads.settled()
    await Promise.all(open.map((listener) => listener.settled()))
  }

  #heard(): void {
    if (this.#listeners.size === 0 || this.#gathering) return
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined
      this.#loads.run().catch((error: unknown) => {
        this.#context.log.warn({ err: error }, 'cannot read what servers reported')
      })
    }, gatherMs).unref()
  }

  async #pull(): Promise<void> {
    const servers = [...new Set([...this.#listeners].map(({ serverId }) => serverId))]
    if (servers.length === 0) return
    const found = await selectSince(this.#context.database, servers, this.#after, [...this.#taken])
    const newest = found.at(-1)?.id
    if (newest !== undefined && BigInt(newest) > BigInt(this.#after)) this.#after = newest
    const oldest = BigInt(this.#after) - BigInt(reachBack)
    this.#taken = new Set([...this.#taken, ...found.map(({ id }) => id)].filter((id) => BigInt(id) > oldest))
    for (const listener of this.#listeners)
      listener.tell(found.filter(({ serverId }) => serverId === listener.serverId))
  }

  #beat(): void {
    for (const listener of this.#listeners) listener.beat()
  }

  #forget(listener: LogListener): void {
    this.#open.delete(listener)
    this.#listeners.delete(listener)
  }
}
