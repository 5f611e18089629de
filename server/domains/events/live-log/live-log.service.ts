import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { PortalError } from '@clutch/contract/errors.ts'
import { maxLogListeners, streamHeartbeatMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { openEventStream } from '../../../platform/http/responses/event-stream.ts'
import { SingleFlight } from '../../../platform/lifecycle/single-flight.ts'
import { batchesChannel } from '../intake/batches.store.ts'
import { type ListenerOptions, LogListener } from './log-listener.ts'
import { selectNewestBatchId, lookBackIds, selectLastBatches, selectBatchesSince } from './live-log.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'log'>

/** Batches that came together are read together. */
const gatherMs = 150
const initialBatchCount = 40
/** Maximum number of open logs per operator. */
const maxStreamsPerOperator = 10

/** Live server logs for operators: any web process stores a batch, each sends it to its own listeners. */
export class LiveLogs {
  readonly #context: Dependencies
  /** All admitted listeners, and of them those that receive lines. */
  readonly #connections = new Set<LogListener>()
  readonly #listeners = new Set<LogListener>()
  readonly #pulls = new SingleFlight(() => this.#sendNewBatches())
  readonly #heartbeat: NodeJS.Timeout
  #unlisten: (() => void) | undefined
  #gathering: NodeJS.Timeout | undefined
  #after = '0'
  #sentIds = new Set<string>()

  private constructor(context: Dependencies) {
    this.#context = context
    this.#heartbeat = setInterval(() => this.#sendHeartbeats(), streamHeartbeatMs).unref()
  }

  static async open(context: Dependencies): Promise<LiveLogs> {
    const tails = new LiveLogs(context)
    tails.#unlisten = await context.database.listen(batchesChannel, () => tails.#onBatches())
    return tails
  }

  /**
   * Throws `stream.full` where no listener more can be taken, of all or of this operator (as `responsibleFor` names them; null, the bearer of the
   * operator's token, has no share of their own); to be asked right before `add`.
   */
  checkRoom(operator: string | null): void {
    const own = operator === null ? [] : [...this.#connections].filter((one) => one.operator === operator)
    if (this.#connections.size < maxLogListeners && own.length < maxStreamsPerOperator) return
    throw new PortalError('stream.full', 'Too many open logs: close one')
  }

  /** Streams into a reply: the log's last lines first, then new ones, until the operator loses the right. */
  async add(
    response: ServerResponse,
    headers: OutgoingHttpHeaders,
    listening: ListenerOptions,
  ): Promise<void> {
    const { database, log } = this.#context
    const listener = new LogListener(this.#context, response, listening)
    this.#connections.add(listener)
    openEventStream(response, headers, () => this.#remove(listener))
    try {
      if (this.#listeners.size === 0) this.#after = await selectNewestBatchId(database)
      this.#listeners.add(listener)
      listener.begin((await selectLastBatches(database, listening.serverId, initialBatchCount)).toReversed())
      if (response.destroyed) this.#remove(listener)
    } catch (error) {
      log.warn({ err: error }, 'cannot send a server’s log')
      this.#remove(listener)
      listener.drop()
    }
  }

  /** Ends every stream: before the listening connection is closed. */
  end(): void {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#gathering)
    for (const listener of this.#connections) listener.end()
  }

  async close(): Promise<void> {
    this.#unlisten?.()
    const open = [...this.#connections]
    this.end()
    await this.#pulls.settled()
    await Promise.all(open.map((listener) => listener.settled()))
  }

  #onBatches(): void {
    if (this.#listeners.size === 0 || this.#gathering) return
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined
      this.#pulls.run().catch((error: unknown) => {
        this.#context.log.warn({ err: error }, 'cannot read what servers reported')
      })
    }, gatherMs).unref()
  }

  async #sendNewBatches(): Promise<void> {
    const servers = [...new Set([...this.#listeners].map(({ serverId }) => serverId))]
    if (servers.length === 0) return
    const { database } = this.#context
    // Of all servers: where those that are listened to are quiet, what the others sent must not be read again with each pull.
    const newest = await selectNewestBatchId(database)
    const found = await selectBatchesSince(database, servers, this.#after, [...this.#sentIds])
    if (BigInt(newest) > BigInt(this.#after)) this.#after = newest
    const oldest = BigInt(this.#after) - BigInt(lookBackIds)
    this.#sentIds = new Set(
      [...this.#sentIds, ...found.map(({ id }) => id)].filter((id) => BigInt(id) > oldest),
    )
    for (const listener of this.#listeners)
      listener.tell(found.filter(({ serverId }) => serverId === listener.serverId))
  }

  #sendHeartbeats(): void {
    for (const listener of this.#listeners) listener.beat()
  }

  #remove(listener: LogListener): void {
    this.#connections.delete(listener)
    this.#listeners.delete(listener)
  }
}
