import type { Config } from '../../platform/config/config.ts'
import type { InventoryProblem } from '@clutch/contract/api/inventory/inventory.ts'

/** The inventory site: its origin, and the key that the portal shows it. */
export interface InventorySite {
  url: string
  apiKey: string
}

/** The one that the settings name, null for none. */
export function readInventorySite({ inventoryUrl, inventoryApiKey }: Config): InventorySite | null {
  if (inventoryUrl === undefined || inventoryApiKey === undefined) return null
  return { url: inventoryUrl, apiKey: inventoryApiKey }
}

/** Why players cannot sign in at the site. The detail repeats nothing secret: no token, no key. */
export interface SignInFailure {
  problem: InventoryProblem
  detail: string
}
