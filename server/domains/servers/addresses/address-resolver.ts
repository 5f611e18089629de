import { lookup, Resolver } from 'node:dns/promises'
import { isIP, SocketAddress } from 'node:net'
import pLimit from 'p-limit'
import { QueryFailed } from '../query/query-failed.ts'

const addressMaxAgeMs = 60_000
const failureMaxAgeMs = 10_000

interface CachedAddress {
  /** Rejects with QueryFailed. */
  address: Promise<string>
  until: number
}

interface AddressResolverOptions {
  /** Resolves a host name; rejects if it has no address or cannot be resolved now. */
  find: (host: string) => Promise<string>
  monotonicMs: () => number
}

/**
 * Addresses of registered host names, resolved again each minute; IP addresses resolve to themselves. A
 * resolved name keeps its address until there is another: a DNS failure takes no server offline, and no query
 * waits for it.
 */
export class AddressResolver {
  readonly #options: AddressResolverOptions
  readonly #cache = new Map<string, CachedAddress>()
  readonly #lastGood = new Map<string, string>()

  constructor(options: Partial<AddressResolverOptions> = {}) {
    this.#options = { find: findAddress, monotonicMs: () => performance.now(), ...options }
  }

  /** A canonical IP address; throws QueryFailed where the name has none. */
  async resolve(host: string): Promise<string> {
    if (isIP(host) > 0) return host
    const known = this.#cache.get(host)
    const fresh = known && known.until > this.#options.monotonicMs() ? known : this.#refresh(host)
    return this.#lastGood.get(host) ?? fresh.address
  }

  #refresh(host: string): CachedAddress {
    const entry = { address: this.#lookUp(host), until: Infinity }
    const keep = (ms: number) => {
      entry.until = this.#options.monotonicMs() + ms
    }
    entry.address.then(
      () => keep(addressMaxAgeMs),
      () => keep(failureMaxAgeMs),
    )
    this.#cache.set(host, entry)
    return entry
  }

  async #lookUp(host: string): Promise<string> {
    try {
      const address = await this.#options.find(host)
      this.#lastGood.set(host, address)
      return address
    } catch (cause) {
      const last = this.#lastGood.get(host)
      if (last !== undefined) return last
      throw new QueryFailed('the host name has no address', { cause })
    }
  }
}

const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/** The machine's own resolver blocks a thread that files and compression need too: one such question at a time. */
const limitLocalLookups = pLimit(1)

/** Asks the DNS, then what else the machine knows, such as its hosts file. */
async function findAddress(host: string): Promise<string> {
  const byDns = host === 'localhost' ? null : await queryDns(host)
  return byDns ?? (await limitLocalLookups(() => lookup(host))).address
}

async function queryDns(host: string): Promise<string | null> {
  const [v4] = await resolver.resolve4(host).catch(() => [])
  if (v4 !== undefined) return v4
  const [v6] = await resolver.resolve6(host).catch(() => [])
  return v6 === undefined ? null : normalizeAddress(v6)
}

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/** Returns the canonical spelling of an address or host name, for comparing and storing. */
export function normalizeAddress(host: string): string {
  if (isIP(host) !== 6) return host.toLowerCase()
  const { address } = new SocketAddress({ address: host, family: 'ipv6' })
  return mappedIpv4.exec(address)?.[1] ?? address
}
