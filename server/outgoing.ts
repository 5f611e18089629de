import { type LookupAddress, lookup } from 'node:dns'
import { type LookupFunction, isIP } from 'node:net'
import type { Settings } from './config.ts'
import { isPrivateAddress } from './private-address.ts'

/** Whether the portal may call an IP address that an operator or a third party has named. */
export type MayReach = (address: string) => boolean

/** For what the portal runs itself, and for what stands in its settings. */
export const anywhere: MayReach = () => true

/** J: private addresses only where the settings allow them: whoever may name an address must not look around inside the context. */
export function mayReach({ allowPrivate }: Pick<Settings, 'allowPrivate'>): MayReach {
  return allowPrivate ? anywhere : (address) => !isPrivateAddress(address)
}

/** An address, or every address of a name, is one that the portal may not call. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Throws AddressRefused for an IP address the portal may not call; a name is looked at when it is resolved. */
export function checkLiteral(host: string, may: MayReach): void {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) > 0 && !may(bare)) throw new AddressRefused('a private address')
}

/**
 * What a socket resolves names with: it connects to no other address than those looked at here, so that a name which
 * answers differently the next moment (DNS rebinding) leads nowhere.
 */
export function guardedLookup(may: MayReach): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const open = addresses.filter(({ address }) => may(address))
      const [first] = open
      if (!first) return done(new AddressRefused('a name of private addresses'), '')
      return options.all ? done(null, open as LookupAddress[]) : done(null, first.address, first.family)
    })
  }
}

/** Whether an error is, or was caused by, a refused address. */
export function isAddressRefused(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof AddressRefused) return true
  return false
}
