import {
  AddressBlocked,
  type AddressPolicy,
  allowAnyAddress,
} from '../../platform/network/outgoing-requests.ts'
import { AddressBook } from './resolve.ts'
import { ServerSilent } from './silent.ts'

/** A server stands at an address the portal may not call, or may lead to one: it counts as silent. */
export class AddressClosed extends ServerSilent {
  override name = 'AddressClosed'

  constructor(why: string) {
    super(why, { cause: new AddressBlocked(why) })
  }
}

/** Addresses of servers, each looked at before it is used, whatever its name answered a moment ago. */
export class OpenAddresses {
  readonly #may: AddressPolicy
  readonly #book: Pick<AddressBook, 'resolve'>

  constructor(may: AddressPolicy, book: Pick<AddressBook, 'resolve'> = new AddressBook()) {
    this.#may = may
    this.#book = book
  }

  /** Whether any address may be called. */
  get areAllOpen(): boolean {
    return this.#may === allowAnyAddress
  }

  /** A canonical IP address that may be called; throws ServerSilent where the name has none, AddressClosed where it may not. */
  async resolve(host: string): Promise<string> {
    const address = await this.#book.resolve(host)
    if (this.#may(address)) return address
    throw new AddressClosed('a private address')
  }
}
