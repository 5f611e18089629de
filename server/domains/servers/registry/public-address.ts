import { isIP } from 'node:net'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Config } from '../../../platform/config/config.ts'
import { allowAnyAddress, createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import { ServerAddressBlocked, AddressGuard } from '../addresses/address-guard.ts'
import { normalizeAddress } from '../addresses/address-resolver.ts'
import { QueryFailed } from '../query/query-failed.ts'

/**
 * Throws `server.private_address` where a host is, or its name resolves to, an address that the settings do not allow. A name
 * that nobody knows now passes: it is looked at again each time it is used.
 */
export async function assertPublicAddress(
  settings: Pick<Config, 'allowPrivate'>,
  host: string,
): Promise<void> {
  const may = createAddressPolicy(settings)
  if (may === allowAnyAddress || (isIP(host) > 0 && may(normalizeAddress(host)))) return
  try {
    await new AddressGuard(may).resolve(normalizeAddress(host))
  } catch (error) {
    if (error instanceof ServerAddressBlocked)
      throw new PortalError('server.private_address', 'The settings allow no private addresses', {
        cause: error,
      })
    if (!(error instanceof QueryFailed)) throw error
  }
}
