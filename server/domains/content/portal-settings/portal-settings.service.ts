import type { PortalSettings } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { defaultPortal } from '@clutch/contract/api/content/portal.ts'
import { defaultModerationCommands } from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type JsonTree, isJsonTree, mergeChange } from './json-tree.ts'
import { defaultRentalTexts } from '../rental-page/rental-texts.ts'
import * as store from './portal-settings.store.ts'
import { type ParsedPortalSettings, parsePortalSettings } from './portal-settings-parser.ts'

/** What a portal shows whose operator has set nothing. */
export const defaultPortalSettings: PortalSettings = {
  ...defaultPortal,
  rules: { zh: '', en: '' },
  vipCommands: { group: 'VIP', grant: '', extend: '', expire: '', table: 'off', serverId: 0 },
  moderationCommands: defaultModerationCommands,
  practice: defaultRentalTexts,
}

export interface StoredPortalSettings extends ParsedPortalSettings {
  /** When the community's rules were last changed; null for never. */
  rulesChanged: Date | null
  /** How often the settings were changed. */
  revision: number
}

/**
 * Returns the stored settings over the defaults: a switch that is new in this version has its default, and so
 * has a setting that cannot be read. `stored` is the raw tree, which a change is merged into.
 */
export async function readPortalSettings(
  queries: Queries,
): Promise<StoredPortalSettings & { stored: JsonTree }> {
  const rows = await store.selectPortalSettings(queries)
  const portalRow = rows.find(({ key }) => key === 'portal')
  const portal = portalRow?.value
  const rulesRow = rows.find(({ key }) => key === 'rules')
  const stored = mergeChange(defaultPortalSettings, {
    ...(isJsonTree(portal) && portal),
    ...(rulesRow && { rules: rulesRow.value }),
  })
  const rulesChanged = rulesRow?.updated_at ?? null
  return {
    ...parsePortalSettings(stored, defaultPortalSettings),
    stored,
    rulesChanged,
    revision: portalRow?.revision ?? 0,
  }
}
