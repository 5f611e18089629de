import type { PushSubscription } from '@clutch/contract/api/notifications/push.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { formatDevice, parseUserAgent } from '../../../app/account/device.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useAction } from '../../../app/api/use-action.ts'
import { formatDayAndTime } from '../../../app/time/community-dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { Badge } from '../../../ui/people/badge.tsx'
import { SettingRow } from '../setting-row.tsx'
import styles from './notifications.module.css'
import { removeBrowser } from './push.queries.ts'

interface BrowsersPanelProps {
  steamId: string
  browsers: readonly PushSubscription[]
  /** The row that is this browser; null for none. */
  ownId: string | null
}

/** Where the player's notifications are shown; each can be removed. */
export function BrowsersPanel({ steamId, browsers, ownId }: BrowsersPanelProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t(($) => $.settings.push.browsers)} padded={browsers.length === 0}>
      {browsers.length === 0 && <FormText small>{t(($) => $.settings.push.none)}</FormText>}
      {browsers.map((browser) => (
        <BrowserRow key={browser.id} steamId={steamId} browser={browser} isHere={browser.id === ownId} />
      ))}
    </Panel>
  )
}

interface BrowserRowProps {
  steamId: string
  browser: PushSubscription
  isHere: boolean
}

function BrowserRow({ steamId, browser, isHere }: BrowserRowProps) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { id, userAgent, created, lastSent, problem } = browser
  const parsed = parseUserAgent(userAgent)
  const device = formatDevice(parsed) ?? t(($) => $.settings.sessions.unknown)
  const time = (at: number) => formatDayAndTime(at, i18n.language)
  const remove = useAction(async () => {
    await removeBrowser(client, { steamId, id, isHere })
    showToast({ tone: 'good', title: t(($) => $.settings.push.removed) })
  })
  return (
    <>
      <SettingRow
        lead={<Icon name={parsed.mobile ? 'phone' : 'device'} />}
        title={
          <>
            {device}
            {isHere && <Badge tone="own">{t(($) => $.settings.push.here)}</Badge>}
          </>
        }
        hint={
          <span className={styles.facts}>
            <span>{t(($) => $.settings.push.since, { time: time(created) })}</span>
            <span>
              {lastSent === null
                ? t(($) => $.settings.push.never)
                : t(($) => $.settings.push.last, { time: time(lastSent) })}
            </span>
            {problem !== '' && <span>{t(($) => $.settings.push.problem)}</span>}
          </span>
        }
      >
        <Button
          submitting={remove.busy}
          aria-label={t(($) => $.settings.push.removeOf, { device })}
          onClick={() => void remove.run()}
        >
          {t(($) => $.settings.push.remove)}
        </Button>
      </SettingRow>
      <ErrorNote error={remove.error} />
    </>
  )
}
