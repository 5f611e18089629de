import { isIP } from 'node:net'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Config } from '../../platform/config/config.ts'
import { allowAnyAddress, createAddressPolicy } from '../../platform/network/outgoing-requests.ts'
import { AddressClosed, OpenAddresses } from './open-addresses.ts'
import { canonicalHost } from './resolve.ts'
import { ServerSilent } from './silent.ts'

/**
 * Throws `server.private_address` where a host is, or its name resolves to, an address that the settings do not allow. A name
 * that nobody knows now passes: it is looked at again each time it is used.
 */
export async function requirePublic(settings: Pick<Config, 'allowPrivate'>, host: string): Promise<void> {
  const may = createAddressPolicy(settings)
  if (may === allowAnyAddress || (isIP(host) > 0 && may(canonicalHost(host)))) return
  try {
    await new OpenAddresses(may).resolve(canonicalHost(host))
  } catch (error) {
    if (error instanceof AddressClosed)
      throw new PortalError('server.private_address', 'The settings allow no private addresses', {
        cause: error,
      })
    if (!(error instanceof ServerSilent)) throw error
  }
}
