import type { Features } from '@clutch/contract/features.ts'
import type { IconName } from '../../../ui/icons/icon.tsx'

/** B5: an entry of the sidebar. A later page adds itself here. */
export interface SidebarEntry {
  to: '/servers' | '/vip' | '/leaderboard' | '/pracc' | '/inventory' | '/bans' | '/faq' | '/settings'
  /** Its word in `locales/*`, under `shell`. */
  word: 'servers' | 'vip' | 'leaderboard' | 'practice' | 'inventory' | 'bans' | 'faq' | 'settings'
  icon: IconName
  /** Other addresses at which it is the current one, exactly. */
  also: readonly string[]
  /** Marked as new. */
  isNew?: true
  /** Not for every visitor: depends on the signed-in user. */
  forSome?: true
  shown: (features: Features) => boolean
}

export const sidebarEntries: readonly SidebarEntry[] = [
  {
    to: '/servers',
    word: 'servers',
    icon: 'servers',
    also: ['/', '/login'],
    shown: ({ servers }) => servers.enabled,
  },
  { to: '/vip', word: 'vip', icon: 'crown', also: ['/store'], shown: () => true },
  { to: '/leaderboard', word: 'leaderboard', icon: 'chart', also: [], shown: () => true },
  {
    to: '/pracc',
    word: 'practice',
    icon: 'target',
    also: [],
    isNew: true,
    shown: ({ pracc }) => pracc.enabled,
  },
  {
    to: '/inventory',
    word: 'inventory',
    icon: 'pen',
    also: [],
    forSome: true,
    shown: ({ inventory }) => inventory.enabled,
  },
  { to: '/bans', word: 'bans', icon: 'lock', also: [], shown: ({ bans }) => bans.enabled },
  { to: '/faq', word: 'faq', icon: 'question', also: [], shown: () => true },
  {
    to: '/settings',
    word: 'settings',
    icon: 'settings',
    also: [],
    shown: ({ settings }) => settings.enabled,
  },
]

/** B5: highlighted while the path starts with its route, at whole steps of the path. */
export function isCurrent(entry: Pick<SidebarEntry, 'to' | 'also'>, path: string): boolean {
  return path === entry.to || path.startsWith(`${entry.to}/`) || entry.also.includes(path)
}
