import { lookup } from 'node:dns/promises'
import { isIP, SocketAddress } from 'node:net'
import { ServerSilent } from './silent.ts'

const keptMs = 60_000

/** Addresses of registered host names, asked again each minute; IP addresses are themselves. */
export class AddressBook {
  readonly #known = new Map<string, { address: Promise<string>; until: number }>()

  /** A canonical IP address; throws ServerSilent where the name has none. */
  async resolve(host: string): Promise<string> {
    if (isIP(host) > 0) return host
    const now = performance.now()
    const known = this.#known.get(host)
    if (known && known.until > now) return known.address
    const address = lookup(host).then(
      (found) => found.address,
      (cause: unknown) => {
        this.#known.delete(host)
        throw new ServerSilent('the host name has no address', { cause })
      },
    )
    this.#known.set(host, { address, until: now + keptMs })
    return address
  }
}

/** One spelling for each address or host name: what is compared and kept. */
export function canonicalHost(host: string): string {
  if (isIP(host) === 6) return new SocketAddress({ address: host, family: 'ipv6' }).address
  return host.toLowerCase()
}
