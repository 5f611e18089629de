import type { Sanction } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'

/** Sanctions in words. */
export function useSanctionText() {
  const { t } = useTranslation()
  return {
    nameOf: ({ name, steamId }: Pick<Sanction, 'name' | 'steamId'>) => name || steamId,
    scope: ({ serverIds }: Pick<Sanction, 'serverIds'>) =>
      serverIds === null
        ? t(($) => $.adminSanctions.allServers)
        : t(($) => $.adminSanctions.servers, { count: serverIds.length }),
    expires: ({ expires }: Pick<Sanction, 'expires'>) =>
      expires === null ? t(($) => $.adminSanctions.permanent) : formatConsoleTime(expires),
    by: (by: string, name: string | null = null) => {
      if (by === 'operator') return t(($) => $.adminSanctions.token)
      if (by.startsWith('token:')) return t(($) => $.adminSanctions.apiToken, { name: by.slice(6) })
      return name ?? by
    },
  }
}

const tones: Record<Sanction['state'], StatusTone> = { active: 'bad', expired: 'muted', lifted: 'good' }

export function SanctionStatus({ state }: Pick<Sanction, 'state'>) {
  const { t } = useTranslation()
  return <Status tone={tones[state]}>{t(($) => $.adminSanctions.states[state])}</Status>
}
