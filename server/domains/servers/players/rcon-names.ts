import type { AppContext } from '../../../platform/context.ts'
import { SealBroken } from '../../../platform/keys/keys.ts'
import type { NameSource } from './player-lookup.ts'
import type { ServerTarget } from '../list/live-list.ts'
import type { QueriedPlayer } from '../query/query-driver.ts'
import type { RconClientPool } from '../rcon/rcon-client-pool.ts'
import { type RconClient, RconFailed, RconAuthFailed, formatRconLine } from '../rcon/rcon-client.ts'
import { parseStatus } from '../rcon/status-output.ts'

/** How long failed RCON is not retried: its timeouts would delay every caller. */
const retryAfterMs = 60_000

/** Names from the console's `status`, where the operator stored an RCON password. */
export class RconNames {
  readonly #context: Pick<AppContext, 'log' | 'clock'>
  readonly #clients: RconClientPool
  /** Not asked before this, monotonic ms. */
  readonly #retryAtMs = new WeakMap<RconClient, number>()

  constructor(context: Pick<AppContext, 'log' | 'clock'>, clients: RconClientPool) {
    this.#context = context
    this.#clients = clients
  }

  /**
   * Null if there is no password, it is refused or RCON does not answer: the caller continues without names,
   * immediately for a minute.
   */
  readonly source: NameSource = async (server) => {
    const { sealedRcon } = server
    if (sealedRcon === null || server.protocol !== 'valve') return null
    try {
      return await this.#queryNames({ ...server, sealedRcon })
    } catch (error) {
      if (!(error instanceof RconFailed || error instanceof RconAuthFailed || error instanceof SealBroken))
        throw error
      this.#context.log.warn({ server: server.id, err: error }, 'no player names over RCON')
      return null
    }
  }

  async #queryNames(server: ServerTarget & { sealedRcon: string }): Promise<QueriedPlayer[] | null> {
    const client = this.#clients.of(server)
    if (this.#context.clock.monotonicMs() < (this.#retryAtMs.get(client) ?? 0)) return null
    try {
      return parseStatus(await client.run(formatRconLine('status'))).map(({ name, seconds }) =>
        seconds === undefined ? { name } : { name, seconds },
      )
    } catch (error) {
      this.#retryAtMs.set(client, this.#context.clock.monotonicMs() + retryAfterMs)
      throw error
    }
  }
}
