import { type LookupAddress, lookup } from 'node:dns'
import { type LookupFunction, isIP } from 'node:net'
import type { Config } from '../config/config.ts'
import { isPrivateAddress } from './private-address.ts'

/** Whether the portal may call an IP address that an operator or a third party has named. */
export type AddressPolicy = (address: string) => boolean

/** For addresses that the portal runs itself or that its settings name. */
export const allowAnyAddress: AddressPolicy = () => true

/** J: For addresses that players name: they must not probe the internal network, whatever operators may. */
export const publicAddressesOnly: AddressPolicy = (address) => !isPrivateAddress(address)

/** J: For addresses that operators and game servers name: private ones only if the settings allow them. */
export function createAddressPolicy({ allowPrivate }: Pick<Config, 'allowPrivate'>): AddressPolicy {
  return allowPrivate ? allowAnyAddress : publicAddressesOnly
}

/** An address, or every address of a name, is one that the portal may not call. */
export class AddressBlocked extends Error {
  override name = 'AddressBlocked'
}

/** Throws AddressBlocked for an IP address the portal may not call; a name is checked when it is resolved. */
export function assertAllowedAddress(host: string, may: AddressPolicy): void {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) > 0 && !may(bare)) throw new AddressBlocked('a private address')
}

/**
 * What a socket resolves names with: it connects to no other address than those looked at here, so that a name which
 * answers differently the next moment (DNS rebinding) leads nowhere.
 */
export function guardedLookup(may: AddressPolicy): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const open = addresses.filter(({ address }) => may(address))
      const [first] = open
      if (!first) return done(new AddressBlocked('a name of private addresses'), '')
      return options.all ? done(null, open as LookupAddress[]) : done(null, first.address, first.family)
    })
  }
}

/** Whether an error is, or was caused by, a refused address. */
export function isAddressBlocked(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof AddressBlocked) return true
  return false
}
