import type { AppContext } from '../../../platform/context.ts'
import { createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import { RconClient } from './rcon-client.ts'
import { RconRefusals, type SealedRconServer } from './rcon-refusals.ts'
import { rconSealContext } from '../registry/registry.service.ts'

/**
 * The RCON connections of this process, one per server for all callers. A password that a server refused is tried again after a pause, and at
 * once when it was changed here.
 */
export class RconClientPool {
  readonly #context: Pick<AppContext, 'database' | 'keys' | 'config' | 'clock'>
  /** Clients by server id. `fingerprint` changes with the address or the password. */
  readonly #clients = new Map<string, { fingerprint: string; client: RconClient }>()

  constructor(context: Pick<AppContext, 'database' | 'keys' | 'config' | 'clock'>) {
    this.#context = context
  }

  /** Throws SealBroken where the stored password cannot be read. */
  of(server: SealedRconServer): RconClient {
    const { id, ip, port, sealedRcon } = server
    const fingerprint = `${ip} ${port} ${sealedRcon}`
    const cached = this.#clients.get(id)
    if (cached?.fingerprint === fingerprint) return cached.client
    cached?.client.close()
    const password = this.#context.keys.open(sealedRcon, rconSealContext(id))
    const client = new RconClient(
      { host: ip, port, password },
      {
        mayReach: createAddressPolicy(this.#context.config),
        refusals: new RconRefusals(this.#context, server),
      },
    )
    this.#clients.set(id, { fingerprint, client })
    return client
  }

  close(): void {
    for (const { client } of this.#clients.values()) client.close()
    this.#clients.clear()
  }
}
