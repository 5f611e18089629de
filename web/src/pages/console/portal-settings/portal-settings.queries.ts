import type { Body, Reply } from '@clutch/contract/api/call.ts'
import { operatorTestInventory } from '@clutch/contract/api/inventory/inventory.ts'
import {
  operatorChangePortalSettings,
  operatorGetPortalSettings,
  type OperatorPortalSettings,
} from '@clutch/contract/api/content/operator-portal-settings.ts'
import { inventoryTimeoutMs } from '@clutch/contract/limits.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'

/** The settings of the portal: its texts, links and switches. */
export const portalSettingsQuery = queryOptions({
  queryKey: ['operator', 'portal'],
  queryFn: ({ signal }) => call(operatorGetPortalSettings, { signal }),
})

export type PortalChange = Body<typeof operatorChangePortalSettings>

/** Changes the named settings and answers all of them. With a revision it is refused where another operator saved first. */
export function changePortalSettings(
  change: PortalChange,
  revision?: number,
): Promise<OperatorPortalSettings> {
  return call(operatorChangePortalSettings, { body: { ...change, revision } })
}

/** Signs a player in at the inventory site, and says what keeps players out; the portal waits for several answers of that site. */
export function testInventory(steamId: string): Promise<Reply<typeof operatorTestInventory>> {
  return call(operatorTestInventory, { body: { steamId }, timeoutMs: 3 * inventoryTimeoutMs + 2_000 })
}
