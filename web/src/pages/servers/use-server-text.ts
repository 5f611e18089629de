import type { Server } from '@clutch/contract/api/servers/servers.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { GameMode } from '@clutch/contract/rules/servers/game-modes.ts'
import { isRegionCode } from '@clutch/contract/rules/rentals/regions/region-codes.ts'
import { useTranslation } from '../../locales/translate.ts'

/** The names of modes and regions in the visitor's language. */
export function useServerText() {
  const { t, i18n } = useTranslation()
  return {
    mode: (mode: GameMode) => t(($) => $.servers.mode[mode]),
    /** Why a server in maintenance cannot be joined; null for any other. */
    maintenance: ({ maintenance }: Pick<Server, 'maintenance'>) => {
      if (!maintenance) return null
      const note = maintenance[i18n.language as Language].trim()
      return note === '' ? t(($) => $.servers.maintenance) : note
    },
    /** A region the portal knows by name, else the operator's own words. */
    region: (region: string) => (isRegionCode(region) ? t(($) => $.servers.place[region]) : region),
  }
}

/** Team modes are orange, VIP ones yellow, the others blue. */
export function modeTone(mode: GameMode): 'ct' | 't' | 'vip' {
  if (mode === 'vip sub') return 'vip'
  return mode === 'retakes' || mode === 'competitive' ? 't' : 'ct'
}
