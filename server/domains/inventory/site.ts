import type { Config } from '../../platform/config/config.ts'

/** The inventory site: its origin, and the key that the portal shows it. */
export interface Site {
  url: string
  apiKey: string
}

/** The one that the settings name, null for none. */
export function siteOf({ inventoryUrl, inventoryApiKey }: Config): Site | null {
  if (inventoryUrl === undefined || inventoryApiKey === undefined) return null
  return { url: inventoryUrl, apiKey: inventoryApiKey }
}
