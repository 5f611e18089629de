import type { Features } from '@clutch/contract/flags.ts'
import { privilegeCategories, type PrivilegeCategory } from '@clutch/contract/rules/groups.ts'
import type { PortalChange } from '../announcements/portal-settings.queries.ts'

type Page = 'servers' | 'pracc' | 'inventory' | 'settings'
type SettingsPart = 'profile' | 'security'
type Part = keyof Features['servers']['features']

/** One switch of the portal (A10): its word, whether it is on, and the change that turns it. */
export interface FeatureSwitch {
  word: Page | SettingsPart | Part | PrivilegeCategory
  isOn: (features: Features) => boolean
  change: (on: boolean) => PortalChange['features']
}

const page = (word: Page): FeatureSwitch => ({
  word,
  isOn: (features) => features[word].enabled,
  change: (enabled) => ({ [word]: { enabled } }),
})

const settingsPart = (word: SettingsPart): FeatureSwitch => ({
  word,
  isOn: (features) => features.settings[word],
  change: (on) => ({ settings: { [word]: on } }),
})

const part = (word: Part): FeatureSwitch => ({
  word,
  isOn: (features) => features.servers.features[word],
  change: (on) => ({ servers: { features: { [word]: on } } }),
})

const category = (word: PrivilegeCategory): FeatureSwitch => ({
  word,
  isOn: (features) => features.categories[word],
  change: (on) => ({ categories: { [word]: on } }),
})

/** Every switch there is, by what it is about. */
export const switchGroups = [
  {
    word: 'pages',
    switches: [
      page('servers'),
      page('pracc'),
      page('inventory'),
      page('settings'),
      settingsPart('profile'),
      settingsPart('security'),
    ],
  },
  {
    word: 'serverList',
    switches: [part('details'), part('rules'), part('quickJoin'), part('filters')],
  },
  { word: 'categories', switches: privilegeCategories.map(category) },
] as const
