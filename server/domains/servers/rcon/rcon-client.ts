import { allowAnyAddress } from '../../../platform/network/outgoing-requests.ts'
import { observeRcon } from '../metrics/call-metrics.ts'
import {
  RconConnection,
  RconAuthFailed,
  RconFailed,
  type RconConnectionOptions,
  type RconTarget,
} from './rcon-connection.ts'

export { RconFailed, RconAuthFailed } from './rcon-connection.ts'
export type { RconTarget } from './rcon-connection.ts'
export { InvalidRconLine, formatRconLine, formatPlainRconLine } from './rcon-line.ts'

/** The server refused the password a short time ago; it was not sent again. */
export class RconPaused extends RconAuthFailed {
  override name = 'RconPaused'
}

const isRefused = (error: unknown) => error instanceof RconAuthFailed

export interface RconOptions extends RconConnectionOptions {
  /** An unused connection is closed after this, ms. */
  idleMs: number
  /** Says when a refused password may be sent again; without it the first refusal is final. */
  refusals: KnownRefusals | null
}

interface KnownRefusals {
  /** Whether a connection may be opened. */
  mayConnect: () => Promise<boolean>
  onRefused: () => Promise<void>
  onAccepted: () => Promise<void>
}

const defaults: RconOptions = {
  connectMs: 3_000,
  authMs: 3_000,
  commandMs: 5_000,
  idleMs: 30_000,
  refusals: null,
  mayReach: allowAnyAddress,
}

/**
 * RCON of one game server, CS2 and Source 1: at most one connection, one command in flight, a deadline for every step.
 * A refused password is not sent again before `refusals` allow it, since servers ban a client that retries at once.
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
    const { refusals } = this.#options
    if (this.#refused && !refusals) throw this.#refused
    if (this.#connection && !this.#connection.closed) return this.#connection
    if (refusals && !(await orFailed(refusals.mayConnect())))
      throw new RconPaused('the server refused the password a short time ago')
    try {
      this.#connection = await RconConnection.open(this.#target, this.#options)
    } catch (error) {
      if (!(error instanceof RconAuthFailed)) throw error
      this.#refused = error
      if (refusals) await orFailed(refusals.onRefused())
      throw error
    }
    if (this.#closed) this.#connection.close()
    if (refusals) await orFailed(refusals.onAccepted())
    return this.#connection
  }
}

/** Without the known refusals, no password is sent. */
async function orFailed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new RconFailed('the refused passwords cannot be read or written', { cause })
  }
}
