import type { House } from '../house.ts'
import { SealBroken } from '../keys.ts'
import type { NameSource } from './info.ts'
import type { Registered } from './live.ts'
import { RconClient, RconFailed, RconRefused, rconLine } from './rcon/client.ts'
import { parseStatus } from './rcon/status.ts'
import { rconPlace } from './registry.ts'

interface Kept {
  /** What the client was made of; another address or password makes another client. */
  made: string
  client: RconClient
}

/** Names from the console's `status`, where the operator stored an RCON password. */
export class RconNames {
  readonly #house: Pick<House, 'keys' | 'log'>
  readonly #clients = new Map<string, Kept>()

  constructor(house: Pick<House, 'keys' | 'log'>) {
    this.#house = house
  }

  /** Null where there is no password, it is refused or the console does not answer: the caller goes on without names. */
  readonly source: NameSource = async (server) => {
    if (server.sealedRcon === null || server.protocol !== 'valve') return null
    try {
      return parseStatus(await this.#client(server, server.sealedRcon).run(rconLine('status')))
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

  #client(server: Registered, sealed: string): RconClient {
    const made = `${server.ip} ${server.port} ${sealed}`
    const kept = this.#clients.get(server.id)
    if (kept?.made === made) return kept.client
    kept?.client.close()
    const password = this.#house.keys.open(sealed, rconPlace(server.id))
    const client = new RconClient({ host: server.ip, port: server.port, password })
    this.#clients.set(server.id, { made, client })
    return client
  }
}
