import * as z from 'zod/mini'
import { portalSettingsSchema } from '@clutch/contract/api/operator.ts'
import type { PortalSettings } from '@clutch/contract/api/operator.ts'
import { defaultPortal } from '@clutch/contract/api/portal.ts'
import { defaultModerationCommands } from '@clutch/contract/rules/moderation-commands.ts'
import type { Queries } from '../database/index.ts'
import { isTree, mergeChange } from './merge.ts'
import type { Tree } from './merge.ts'
import { defaultPractice } from './practice.ts'
import * as store from './store.ts'

/** What a portal shows whose operator has set nothing. */
export const defaultSettings: PortalSettings = {
  ...defaultPortal,
  rules: { zh: '', en: '' },
  vipCommands: { group: 'VIP', grant: '', extend: '', expire: '' },
  moderationCommands: defaultModerationCommands,
  practice: defaultPractice,
}

export interface ReadSettings {
  settings: PortalSettings
  /** The settings whose stored value makes no sense to this version. */
  unreadable: readonly string[]
  /** When the community's rules were last changed; null for never. */
  rulesChanged: Date | null
  /** How often the settings were changed. */
  revision: number
}

/**
 * What is stored, over the defaults: a switch that is new in this version stands at its own, and so does a setting
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
  const read = z.safeParse(portalSettingsSchema, stored)
  const unreadable = read.success ? [] : [...new Set(read.error.issues.map(({ path }) => String(path[0])))]
  const readable = Object.entries(stored).filter(([key]) => !unreadable.includes(key))
  const settings = z.parse(portalSettingsSchema, { ...defaultSettings, ...Object.fromEntries(readable) })
  const rulesChanged = rules?.updated_at ?? null
  return { settings, stored, unreadable, rulesChanged, revision: whole?.revision ?? 0 }
}
