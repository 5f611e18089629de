import type { AppContext } from '../../../platform/context.ts'
import { createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import { RconBackoff } from './rcon-backoff.ts'
import { RconClient } from './rcon-client.ts'
import { rconSealContext } from '../registry/registry.service.ts'

/** A registered server with the RCON password as it is stored. */
export interface SealedRconServer {
  id: string
  ip: string
  port: number
  sealedRcon: string
}

/** Pauses after refused passwords: servers count refusals and ban a client for them. */
const refusalPausesMs = [15_000, 300_000, 3_600_000]

/**
 * The RCON connections of this process, one per server for all callers. A password that a server refused is tried again after a pause, and at
 * once when it was changed here.
 */
export class RconClientPool {
  readonly #context: Pick<AppContext, 'keys' | 'config' | 'clock'>
  readonly #backoff: RconBackoff
  /** Clients by server id. `fingerprint` changes with the address or the password. */
  readonly #clients = new Map<string, { fingerprint: string; client: RconClient }>()

  constructor(context: Pick<AppContext, 'keys' | 'config' | 'clock'>) {
    this.#context = context
    this.#backoff = new RconBackoff(context.clock, refusalPausesMs)
  }

  /** Throws SealBroken where the stored password cannot be read. */
  of({ id, ip, port, sealedRcon }: SealedRconServer): RconClient {
    const fingerprint = `${ip} ${port} ${sealedRcon}`
    const cached = this.#clients.get(id)
    if (cached?.fingerprint === fingerprint) return cached.client
    cached?.client.close()
    this.#backoff.forget(id)
    const password = this.#context.keys.open(sealedRcon, rconSealContext(id))
    const client = new RconClient(
      { host: ip, port, password },
      {
        mayReach: createAddressPolicy(this.#context.config),
        backoff: {
          isPaused: () => this.#backoff.isPaused(id),
          onRefused: () => this.#backoff.add(id),
          onAccepted: () => this.#backoff.forget(id),
        },
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
