import type { AppContext } from '../../../platform/context.ts'
import { createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import { RconClient } from './rcon-client.ts'
import { rconSealContext } from '../registry/registry.service.ts'

/** A registered server with the RCON password as it is stored. */
export interface SealedRconServer {
  id: string
  ip: string
  port: number
  sealedRcon: string
}

/**
 * The RCON connections of this process, one per server for all callers. A password that a server refused is
 * not tried again until it changes.
 */
export class RconClientPool {
  readonly #context: Pick<AppContext, 'keys' | 'config'>
  /** Clients by server id. `fingerprint` changes with the address or the password. */
  readonly #clients = new Map<string, { fingerprint: string; client: RconClient }>()

  constructor(context: Pick<AppContext, 'keys' | 'config'>) {
    this.#context = context
  }

  /** Throws SealBroken where the stored password cannot be read. */
  of({ id, ip, port, sealedRcon }: SealedRconServer): RconClient {
    const fingerprint = `${ip} ${port} ${sealedRcon}`
    const cached = this.#clients.get(id)
    if (cached?.fingerprint === fingerprint) return cached.client
    cached?.client.close()
    const password = this.#context.keys.open(sealedRcon, rconSealContext(id))
    const client = new RconClient(
      { host: ip, port, password },
      { mayReach: createAddressPolicy(this.#context.config) },
    )
    this.#clients.set(id, { fingerprint, client })
    return client
  }

  close(): void {
    for (const { client } of this.#clients.values()) client.close()
    this.#clients.clear()
  }
}
