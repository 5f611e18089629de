import {
  AddressBlocked,
  type AddressPolicy,
  allowAnyAddress,
} from '../../../platform/network/outgoing-requests.ts'
import { AddressResolver } from './address-resolver.ts'
import { QueryFailed } from '../query/query-failed.ts'

/** A server's address is one that the portal may not call, or resolves to one: it counts as silent. */
export class ServerAddressBlocked extends QueryFailed {
  override name = 'AddressClosed'

  constructor(why: string) {
    super(why, { cause: new AddressBlocked(why) })
  }
}

/** Resolves server addresses and checks each before every use, since a name can change. */
export class AddressGuard {
  readonly #policy: AddressPolicy
  readonly #resolver: Pick<AddressResolver, 'resolve'>

  constructor(may: AddressPolicy, book: Pick<AddressResolver, 'resolve'> = new AddressResolver()) {
    this.#policy = may
    this.#resolver = book
  }

  /** Whether any address may be called. */
  get areAllOpen(): boolean {
    return this.#policy === allowAnyAddress
  }

  /** A canonical IP address that may be called; throws QueryFailed if the name has none, ServerAddressBlocked if it may not. */
  async resolve(host: string): Promise<string> {
    const address = await this.#resolver.resolve(host)
    if (this.#policy(address)) return address
    throw new ServerAddressBlocked('a private address')
  }
}
