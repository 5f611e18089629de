import type { RegisteredServer } from '@clutch/contract/api/servers/operator-servers.ts'
import type { GameMode } from '@clutch/contract/rules/servers/game-modes.ts'
import { isRegionCode } from '@clutch/contract/rules/rentals/regions/region-codes.ts'
import { useTranslation } from '../../../locales/translate.ts'
import type { StatusTone } from '../../../ui/status/status-dot.tsx'
import type { Feed } from './servers.queries.ts'

export const displayStates = ['online', 'outdated', 'offline', 'unknown', 'maintenance', 'hidden'] as const

/** What an operator looks for first: hidden and in maintenance before what the poller saw. */
export type DisplayState = (typeof displayStates)[number]

export function getDisplayState({
  state,
  hidden,
  maintenance,
  outdated,
}: Pick<RegisteredServer, 'state' | 'hidden' | 'maintenance' | 'outdated'>): DisplayState {
  if (hidden) return 'hidden'
  if (maintenance) return 'maintenance'
  return outdated && state === 'online' ? 'outdated' : state
}

export const stateTones: Record<DisplayState, StatusTone> = {
  online: 'good',
  offline: 'bad',
  unknown: 'muted',
  hidden: 'muted',
  maintenance: 'moving',
  outdated: 'busy',
}

/**
 * The state of a server's log feed: quiet after this time without a message, behind with this many waiting.
 */
const quietAfterMs = 15 * 60_000
const behindThreshold = 50

export type FeedState = 'none' | 'quiet' | 'behind' | 'undecided' | 'incomplete' | 'good'

export function getFeedState(feed: Feed | undefined, now: number): FeedState {
  if (!feed?.reports) return 'none'
  if (feed.waiting >= behindThreshold) return 'behind'
  if (feed.last === null || now - feed.last > quietAfterMs) return 'quiet'
  if (feed.match === 'unknown') return 'undecided'
  return feed.gaps > 0 ? 'incomplete' : 'good'
}

export const feedTones: Record<FeedState, StatusTone> = {
  none: 'muted',
  quiet: 'busy',
  behind: 'busy',
  undecided: 'busy',
  incomplete: 'busy',
  good: 'good',
}

/** The name to show of a server. */
export function getServerName({
  name,
  name_display,
}: Pick<RegisteredServer, 'name' | 'name_display'>): string {
  return name_display.trim() === '' ? name : name_display
}

export function formatAddress({ ip, port }: Pick<RegisteredServer, 'ip' | 'port'>): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`
}

/** Current and most players; null while the server has not answered or is silent. */
export function formatSlots({
  state,
  seen,
  players_max,
}: RegisteredServer): { current: number; max: number } | null {
  if (state !== 'online' || !seen) return null
  return { current: seen.players, max: players_max ?? seen.max }
}

/** Names of modes and regions, and of times that have passed. */
export function useServerText() {
  const { t } = useTranslation()
  return {
    mode: (mode: GameMode) => t(($) => $.servers.mode[mode]),
    region: (region: string) => (isRegionCode(region) ? t(($) => $.servers.place[region]) : region),
    ago: (ms: number | null, now: number) => {
      if (ms === null) return t(($) => $.adminServers.ago.never)
      const seconds = Math.max(0, Math.floor((now - ms) / 1_000))
      if (seconds < 3) return t(($) => $.adminServers.ago.now)
      if (seconds < 60) return t(($) => $.adminServers.ago.seconds, { count: seconds })
      if (seconds < 3_600) return t(($) => $.adminServers.ago.minutes, { count: Math.floor(seconds / 60) })
      if (seconds < 172_800) return t(($) => $.adminServers.ago.hours, { count: Math.floor(seconds / 3_600) })
      return t(($) => $.adminServers.ago.days, { count: Math.floor(seconds / 86_400) })
    },
    /** How long something has lasted. */
    lasting: (seconds: number) => {
      const minutes = Math.floor(seconds / 60)
      const hours = Math.floor(minutes / 60)
      if (hours >= 24)
        return t(($) => $.adminServers.panel.days, { days: Math.floor(hours / 24), hours: hours % 24 })
      if (hours > 0) return t(($) => $.adminServers.panel.hours, { hours, minutes: minutes % 60 })
      return t(($) => $.adminServers.panel.minutes, { minutes })
    },
  }
}
