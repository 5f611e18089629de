import { keptOrder } from '../../../app/payment/kept-order.ts'

/** What the order of a new server is kept under while it is paid. */
export const newServerKept = 'server'

/** The same of a renewal: each server has its own. */
export const renewalKept = (instanceId: string) => `renew.${instanceId}`

/** H4: whether the order of a new server was left by a reload: its dialog then opens by itself and goes on. */
export function isBuyingServer(steamId: string): boolean {
  return keptOrder(newServerKept, steamId) !== null
}

/** H4: the same of a renewal: the server whose dialog then opens by itself. */
export function serverBeingRenewed<Server extends { instance_id: string }>(
  steamId: string,
  servers: readonly Server[],
): Server | undefined {
  return servers.find(({ instance_id: id }) => keptOrder(renewalKept(id), steamId) !== null)
}
