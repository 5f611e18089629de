import type { House } from '../house.ts'
import { SealBroken } from '../keys.ts'
import type { NameSource } from './info.ts'
import type { Registered } from './live.ts'
import { RconClient, RconFailed, RconRefused, rconLine } from './rcon/client.ts'
import { parseStatus } from './rcon/status.ts'
import type { AnswerPlayer } from './query.ts'
import { rconPlace } from './registry.ts'

interface Kept {
  /** What the client was made of; another address or password makes another client. */
  made: string
  client: RconClient
  /** Not asked before this, monotonic ms. */
  restsUntil: number
}

/** How long a console that failed is left alone: its deadlines would be those of everybody who looks. */
const restMs = 60_000

/** Names from the console's `status`, where the operator stored an RCON password. */
export class RconNames {
  readonly #house: Pick<House, 'keys' | 'log' | 'clock'>
  readonly #clients = new Map<string, Kept>()

  constructor(house: Pick<House, 'keys' | 'log' | 'clock'>) {
    this.#house = house
  }

  /**
   * Null where there is no password, it is refused or the console does not answer: the caller goes on without names, for
   * a minute at once.
   */
  readonly source: NameSource = async (server) => {
    if (server.sealedRcon === null || server.protocol !== 'valve') return null
    try {
      return await this.#ask(this.#keptOf(server, server.sealedRcon))
    } catch (error) {
      if (!(error instanceof RconFailed || error instanceof RconRefused || error instanceof SealBroken))
        throw error
      this.#house.log.warn({ server: server.id, err: error }, 'no player names over RCON')
      return null
    }
  }

  close(): void {
    for (const { client } of this.#clients.values()) client.close()
    this.#clients.clear()
  }

  async #ask(kept: Kept): Promise<AnswerPlayer[] | null> {
    if (this.#house.clock.monotonicMs() < kept.restsUntil) return null
    try {
      return parseStatus(await kept.client.run(rconLine('status')))
    } catch (error) {
      kept.restsUntil = this.#house.clock.monotonicMs() + restMs
      throw error
    }
  }

  #keptOf(server: Registered, sealed: string): Kept {
    const made = `${server.ip} ${server.port} ${sealed}`
    const kept = this.#clients.get(server.id)
    if (kept?.made === made) return kept
    kept?.client.close()
    const password = this.#house.keys.open(sealed, rconPlace(server.id))
    const client = new RconClient({ host: server.ip, port: server.port, password })
    const fresh = { made, client, restsUntil: 0 }
    this.#clients.set(server.id, fresh)
    return fresh
  }
}
