import type { PortalSettings } from '@clutch/contract/api/operator.ts'
import { defaultPortal } from '@clutch/contract/api/portal.ts'
import { defaultModerationCommands } from '@clutch/contract/rules/moderation-commands.ts'
import type { Queries } from '../database/index.ts'
import { isTree, mergeChange } from './merge.ts'
import type { Tree } from './merge.ts'
import { defaultPractice } from './practice.ts'
import * as store from './store.ts'
import { readTree } from './unreadable.ts'
import type { Readable } from './unreadable.ts'

/** What a portal shows whose operator has set nothing. */
export const defaultSettings: PortalSettings = {
  ...defaultPortal,
  rules: { zh: '', en: '' },
  vipCommands: { group: 'VIP', grant: '', extend: '', expire: '' },
  moderationCommands: defaultModerationCommands,
  practice: defaultPractice,
}

export interface ReadSettings extends Readable {
  /** When the community's rules were last changed; null for never. */
  rulesChanged: Date | null
  /** How often the settings were changed. */
  revision: number
}

/**
 * What is stored, over the defaults: a switch that is new in this version has its own, and so has a setting
 * that cannot be read. `stored` is the same before that, as a change has to find it.
 */
export async function readSettings(queries: Queries): Promise<ReadSettings & { stored: Tree }> {
  const rows = await store.selectSettings(queries)
  const whole = rows.find(({ key }) => key === 'portal')
  const portal = whole?.value
  const rules = rows.find(({ key }) => key === 'rules')
  const stored = mergeChange(defaultSettings, {
    ...(isTree(portal) && portal),
    ...(rules && { rules: rules.value }),
  })
  const rulesChanged = rules?.updated_at ?? null
  return { ...readTree(stored, defaultSettings), stored, rulesChanged, revision: whole?.revision ?? 0 }
}
