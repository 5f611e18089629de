import { allowAnyAddress } from '../../../platform/network/outgoing-requests.ts'
import { observeRcon } from '../metrics/call-metrics.ts'
import {
  RconConnection,
  RconAuthFailed,
  type RconConnectionOptions,
  type RconTarget,
} from './rcon-connection.ts'

export { RconFailed, RconAuthFailed } from './rcon-connection.ts'
export type { RconTarget } from './rcon-connection.ts'
export { InvalidRconLine, formatRconLine, formatPlainRconLine } from './rcon-line.ts'

const isRefused = (error: unknown) => error instanceof RconAuthFailed

export interface RconOptions extends RconConnectionOptions {
  /** An unused connection is closed after this, ms. */
  idleMs: number
  /** Says when a refused password may be sent again; without it the first refusal is final. */
  backoff: RefusalBackoff | null
}

interface RefusalBackoff {
  isPaused: () => boolean
  onRefused: () => void
  onAccepted: () => void
}

const defaults: RconOptions = {
  connectMs: 3_000,
  authMs: 3_000,
  commandMs: 5_000,
  idleMs: 30_000,
  backoff: null,
  mayReach: allowAnyAddress,
}

/**
 * RCON of one game server, CS2 and Source 1: at most one connection, one command in flight, a deadline for every step.
 * A refused password is not sent again before the backoff allows it, since servers ban a client that retries at once.
 */
export class RconClient {
  readonly #target: RconTarget
  readonly #options: RconOptions
  #connection: RconConnection | undefined
  #last: Promise<unknown> = Promise.resolve()
  #refused: RconAuthFailed | undefined
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(target: RconTarget, options: Partial<RconOptions> = {}) {
    this.#target = target
    this.#options = { ...defaults, ...options }
  }

  /** Connects and signs in without running a line; throws RconFailed or RconAuthFailed. */
  async connect(): Promise<void> {
    const mine = this.#last.then(() => observeRcon(() => this.#connect(), isRefused))
    this.#last = mine.catch(() => undefined)
    await mine
  }

  /** Runs a line made by `rconLine` or `rconPlainLine`, after those asked before; throws RconFailed or RconAuthFailed. */
  run(line: string): Promise<string> {
    const mine = this.#last.then(() => observeRcon(() => this.#run(line), isRefused))
    this.#last = mine.catch(() => undefined)
    return mine
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#idle)
    this.#connection?.close()
  }

  async #run(line: string): Promise<string> {
    clearTimeout(this.#idle)
    const connection = await this.#connect()
    try {
      return await connection.run(line, this.#options.commandMs)
    } finally {
      this.#idle = setTimeout(() => connection.close(), this.#options.idleMs).unref()
    }
  }

  async #connect(): Promise<RconConnection> {
    const { backoff } = this.#options
    if (this.#refused && (backoff?.isPaused() ?? true)) throw this.#refused
    if (this.#connection && !this.#connection.closed) return this.#connection
    try {
      this.#connection = await RconConnection.open(this.#target, this.#options)
      backoff?.onAccepted()
    } catch (error) {
      if (!(error instanceof RconAuthFailed)) throw error
      this.#refused = error
      backoff?.onRefused()
      throw error
    }
    this.#refused = undefined
    if (this.#closed) this.#connection.close()
    return this.#connection
  }
}
