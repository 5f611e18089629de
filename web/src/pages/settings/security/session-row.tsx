import type { Session } from '@clutch/contract/api/accounts/account.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { formatDayAndTime } from '../../../app/time/community-dates.ts'
import { Badge } from '../../../ui/people/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { SettingRow } from '../setting-row.tsx'
import { formatDevice, parseUserAgent } from '../../../app/account/device.ts'
import styles from './security.module.css'

interface SessionRowProps {
  session: Session
  onEnd: (session: Session) => void
}

/** One session: the device, how and from where it was begun, and when it was used. */
export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation()
  const words = useDeviceText()
  const { userAgent, method, address, created, seen, current } = session
  const device = words(userAgent)
  return (
    <SettingRow
      lead={<Icon name={parseUserAgent(userAgent).mobile ? 'phone' : 'device'} />}
      title={
        <>
          {device}
          {current && <Badge tone="own">{t(($) => $.settings.sessions.here)}</Badge>}
        </>
      }
      hint={
        <span className={styles.facts}>
          <span>{t(($) => $.settings.sessions.methods[method])}</span>
          <span>{t(($) => $.settings.sessions.from, { address })}</span>
          <span>
            {t(($) => $.settings.sessions.created, { time: formatDayAndTime(created, i18n.language) })}
          </span>
          <span>{t(($) => $.settings.sessions.seen, { time: formatDayAndTime(seen, i18n.language) })}</span>
        </span>
      }
    >
      {!current && (
        <Button aria-label={t(($) => $.settings.sessions.endOf, { device })} onClick={() => onEnd(session)}>
          {t(($) => $.settings.sessions.end)}
        </Button>
      )}
    </SettingRow>
  )
}

/** The names of devices, of unknown ones too. */
export function useDeviceText(): (userAgent: string) => string {
  const { t } = useTranslation()
  return (userAgent) => formatDevice(parseUserAgent(userAgent)) ?? t(($) => $.settings.sessions.unknown)
}
