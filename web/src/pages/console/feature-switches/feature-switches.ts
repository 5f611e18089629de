import type { Features } from '@clutch/contract/features.ts'
import { privilegeCategories, type PrivilegeCategory } from '@clutch/contract/rules/accounts/groups.ts'
import type { PortalChange } from '../portal-settings/portal-settings.queries.ts'

type PageName = 'servers' | 'pracc' | 'inventory' | 'settings'
type SettingsPart = 'profile' | 'security'
type ServersPart = keyof Features['servers']['features']

/** One switch of the portal (A10): its word, whether it is on, and the change that turns it. */
export interface FeatureSwitch {
  word: PageName | SettingsPart | ServersPart | PrivilegeCategory
  isOn: (features: Features) => boolean
  change: (on: boolean) => PortalChange['features']
}

const pageSwitch = (word: PageName): FeatureSwitch => ({
  word,
  isOn: (features) => features[word].enabled,
  change: (enabled) => ({ [word]: { enabled } }),
})

const settingsSwitch = (word: SettingsPart): FeatureSwitch => ({
  word,
  isOn: (features) => features.settings[word],
  change: (on) => ({ settings: { [word]: on } }),
})

const serversSwitch = (word: ServersPart): FeatureSwitch => ({
  word,
  isOn: (features) => features.servers.features[word],
  change: (on) => ({ servers: { features: { [word]: on } } }),
})

const categorySwitch = (word: PrivilegeCategory): FeatureSwitch => ({
  word,
  isOn: (features) => features.categories[word],
  change: (on) => ({ categories: { [word]: on } }),
})

/** All feature switches, grouped by subject. */
export const switchGroups = [
  {
    word: 'pages',
    switches: [
      pageSwitch('servers'),
      pageSwitch('pracc'),
      pageSwitch('inventory'),
      pageSwitch('settings'),
      settingsSwitch('profile'),
      settingsSwitch('security'),
    ],
  },
  {
    word: 'serverList',
    switches: [
      serversSwitch('details'),
      serversSwitch('rules'),
      serversSwitch('quickJoin'),
      serversSwitch('filters'),
    ],
  },
  { word: 'categories', switches: privilegeCategories.map(categorySwitch) },
] as const
