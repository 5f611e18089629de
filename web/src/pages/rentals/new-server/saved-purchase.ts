import { readSavedOrder } from '../../../app/payment/order/saved-order.ts'

/** The name under which the order of a new server is stored while it is paid. */
export const newServerStorageName = 'server'

/** The same of a renewal: each server has its own. */
export const renewalStorageName = (instanceId: string) => `renew.${instanceId}`

/**
 * H4: Whether a reload interrupted the order of a new server: its dialog then opens automatically and
 * continues.
 */
export function isBuyingServer(steamId: string): boolean {
  return readSavedOrder(newServerStorageName, steamId) !== null
}

/** H4: the same of a renewal: the server whose dialog then opens by itself. */
export function findServerBeingRenewed<Server extends { instance_id: string }>(
  steamId: string,
  servers: readonly Server[],
): Server | undefined {
  return servers.find(({ instance_id: id }) => readSavedOrder(renewalStorageName(id), steamId) !== null)
}
