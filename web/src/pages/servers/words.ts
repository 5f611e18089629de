import type { GameMode } from '@clutch/contract/rules/modes.ts'
import { isRegionCode } from '@clutch/contract/rules/regions.ts'
import { useTranslation } from 'react-i18next'

/** The names of modes and regions in the visitor's language. */
export function useWords() {
  const { t } = useTranslation()
  return {
    mode: (mode: GameMode) => t(($) => $.servers.mode[mode]),
    /** A region the portal knows by name, else the operator's own words. */
    region: (region: string) => (isRegionCode(region) ? t(($) => $.servers.place[region]) : region),
  }
}

/** Team modes are orange, VIP ones yellow, the others blue. */
export function modeTone(mode: GameMode): 'ct' | 't' | 'vip' {
  if (mode === 'vip sub') return 'vip'
  return mode === 'retakes' || mode === 'competitive' ? 't' : 'ct'
}
