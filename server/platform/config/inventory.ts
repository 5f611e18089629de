import { isIP } from 'node:net'
import { z } from 'zod'
import { type SettingDefinition, type SettingValues, origin, postgresUrl } from './setting.ts'

/** J3: the inventory site that is shown in a frame of the page. */
export const inventorySettings = {
  inventoryUrl: {
    variable: 'INVENTORY_URL',
    doc: 'The address of an inventory simulator, which the page shows in a frame. Its cookie is `SameSite=Lax`: host it on a sibling subdomain. Plugins that put skins into the game can get a game server banned by Valve.',
    schema: origin.optional(),
  },
  inventoryApiKey: {
    variable: 'INVENTORY_API_KEY',
    doc: 'A key of that site with the scope `api_auth`; it never leaves the portal.',
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{8,200}$/, 'must be the key as the site shows it')
      .optional(),
    secret: true,
  },
  inventoryDatabaseUrl: {
    variable: 'INVENTORY_DATABASE_URL',
    doc: 'The PostgreSQL of that site, where the portal writes who signs in (the table `"User"`). Without it only those can who signed in there by themselves before.',
    schema: postgresUrl.optional(),
    secret: true,
  },
} satisfies Record<string, SettingDefinition>

type Values = Partial<SettingValues<typeof inventorySettings>> & { publicUrl?: string | undefined }

/**
 * Returns why the inventory settings are invalid: incomplete, the portal's own address, or an emulator in
 * production.
 */
export function inventoryProblems(values: Values, isProduction: boolean): string[] {
  const { inventoryUrl, inventoryApiKey, inventoryDatabaseUrl, publicUrl } = values
  const problems: string[] = []
  if (inventoryUrl !== undefined && inventoryApiKey === undefined)
    problems.push('INVENTORY_API_KEY: is missing, since INVENTORY_URL is set')
  if (inventoryUrl === undefined && (inventoryApiKey ?? inventoryDatabaseUrl) !== undefined)
    problems.push('INVENTORY_URL: is missing, since another setting of the inventory is set')
  if (inventoryUrl === undefined) return problems
  // In a frame of its own origin a site could take the page's tokens.
  if (inventoryUrl === publicUrl) problems.push('INVENTORY_URL: must be another site than the portal itself')
  if (isProduction && !isPublic(inventoryUrl))
    problems.push('INVENTORY_URL: production shows a site of its own name by https only')
  return problems
}

function isPublic(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 && hostname !== 'localhost'
}
