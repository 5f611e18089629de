import type { ServerResponse } from 'node:http'
import { logTailLines } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { encodeEvent, writeEvent, streamHeartbeat } from '../../../platform/http/responses/event-stream.ts'
import type { LiveLogBatch } from './live-log.store.ts'
import type { LogLine } from '@clutch/contract/api/servers/operator-server-control.ts'
import { maskAddresses, maskOutput } from '@clutch/contract/rules/servers/rcon/rcon-secrets.ts'
import { findTextStart } from '../log-parser/timestamp.ts'

const maxLineLength = 500
const controlCharacters = /(?!\t)\p{Cc}/gu

/** The lines of a batch as operators see them: without addresses and secrets, and without those that hold nothing else. */
function toLogLines({ body, receivedAt }: Pick<LiveLogBatch, 'body' | 'receivedAt'>): LogLine[] {
  const at = receivedAt.getTime()
  return body
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const text = line.slice(findTextStart(line)).toWellFormed().replaceAll(controlCharacters, '').trim()
      // Console commands were blanked on arrival.
      if (text === '' || text.startsWith('rcon from')) return []
      return [{ at, text: maskOutput(maskAddresses(text)).slice(0, maxLineLength) }]
    })
}

/** The log to listen to, and the operator. */
export interface ListenerOptions {
  serverId: string
  /** SteamID64; null for the bearer of the operator's token. */
  operator: string | null
  /** Whether they still are an operator, as if they asked now. */
  mayListen: () => Promise<boolean>
}

/** A batch received this long before the listener joined is not new to it. */
const maxLateMs = 10_000
/** How long an authorization is valid without another check. */
const authorizationMaxAgeMs = 1_000

/** One operator watching one server's log; ends when they lose that right. */
export class LogListener {
  readonly serverId: string
  readonly operator: string | null
  readonly #context: Pick<AppContext, 'clock' | 'log'>
  readonly #response: ServerResponse
  readonly #isAuthorized: () => Promise<boolean>
  readonly #joined: Date
  /** The ids of the initial batches. */
  #initialIds: ReadonlySet<string> = new Set()
  /** What came before it was given the beginning; null from then on. */
  #waiting: LiveLogBatch[] | null = []
  /** When the right was last checked, monotonic ms; initially the time of admission. */
  #authorizedMs: number
  /** One after another, so that the lines keep their order. */
  #queue: Promise<void> = Promise.resolve()

  constructor(
    context: Pick<AppContext, 'clock' | 'log'>,
    response: ServerResponse,
    { serverId, operator, mayListen }: ListenerOptions,
  ) {
    this.serverId = serverId
    this.operator = operator
    this.#context = context
    this.#response = response
    this.#isAuthorized = mayListen
    this.#joined = context.clock.now()
    this.#authorizedMs = context.clock.monotonicMs()
  }

  get isGone(): boolean {
    return this.#response.destroyed || this.#response.writableEnded
  }

  /** The last lines of the log when the listener connected, oldest first, and those received since. */
  begin(last: readonly LiveLogBatch[]): void {
    this.#initialIds = new Set(last.map(({ id }) => id))
    const lines = last.flatMap(toLogLines).slice(-logTailLines)
    this.#enqueue(() => encodeEvent('lines', { lines }))
    const waiting = this.#waiting ?? []
    this.#waiting = null
    this.tell(waiting)
  }

  tell(batches: readonly LiveLogBatch[]): void {
    if (this.#waiting) {
      this.#waiting.push(...batches)
      return
    }
    const oldest = this.#joined.getTime() - maxLateMs
    const fresh = batches.filter(
      ({ id, receivedAt }) => !this.#initialIds.has(id) && receivedAt.getTime() >= oldest,
    )
    if (fresh.length === 0) return
    this.#enqueue(() => {
      const lines = fresh.flatMap(toLogLines)
      return lines.length > 0 ? encodeEvent('lines', { lines }) : null
    })
  }

  beat(): void {
    this.#enqueue(() => streamHeartbeat)
  }

  end(): void {
    this.#response.end()
  }

  drop(): void {
    this.#response.destroy()
  }

  /** Resolves once everything queued is sent or dropped. */
  settled(): Promise<void> {
    return this.#queue
  }

  #enqueue(bytes: () => Buffer | null): void {
    this.#queue = this.#queue.then(async () => {
      if (this.isGone) return
      try {
        if (!(await this.#isStillAuthorized())) return this.end()
        const given = bytes()
        if (given) writeEvent(this.#response, given)
      } catch (error) {
        this.#context.log.warn({ err: error }, 'cannot check access to a server’s log')
        this.drop()
      }
    })
  }

  async #isStillAuthorized(): Promise<boolean> {
    const now = this.#context.clock.monotonicMs()
    if (now - this.#authorizedMs < authorizationMaxAgeMs) return true
    this.#authorizedMs = now
    return this.#isAuthorized()
  }
}
