import type { PushSettings } from '@clutch/contract/api/notifications/push.ts'
import { useQueryClient } from '@tanstack/react-query'
import { pageLanguage, useTranslation } from '../../../locales/translate.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useAction } from '../../../app/api/use-action.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { SettingRow } from '../setting-row.tsx'
import styles from './notifications.module.css'
import { removeBrowser, sendTestPush, turnOnPush, type OwnBrowser } from './push.queries.ts'

interface OwnBrowserPanelProps {
  steamId: string
  settings: PushSettings
  /** Undefined until the browser has answered. */
  own: OwnBrowser | undefined
}

/** Whether this browser shows notifications, and why it cannot. */
export function OwnBrowserPanel({ steamId, settings, own }: OwnBrowserPanelProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t(($) => $.settings.push.here)} padded={false}>
      {own === undefined ? (
        <SkeletonRows rows={1} />
      ) : (
        <OwnBrowserRow steamId={steamId} settings={settings} own={own} />
      )}
    </Panel>
  )
}

function OwnBrowserRow({ steamId, settings, own }: OwnBrowserPanelProps & { own: OwnBrowser }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { publicKey } = settings
  const on = useAction(async () => {
    await turnOnPush(client, { steamId, publicKey, language: pageLanguage() })
    if (Notification.permission === 'granted')
      showToast({ tone: 'good', title: t(($) => $.settings.push.turnedOn) })
  })
  const off = useAction(async (id: string) => {
    await removeBrowser(client, { steamId, id, isHere: true })
    showToast({ tone: 'good', title: t(($) => $.settings.push.turnedOff) })
  })
  const test = useAction(async (id: string) => {
    const state = await sendTestPush(client, steamId, id)
    showToast({ tone: state === 'sent' ? 'good' : 'bad', title: t(($) => $.settings.push.tested[state]) })
  })
  // Not an answer of the portal: what the browser says when its push service cannot be reached.
  const noService = on.error !== null && !(on.error instanceof ApiError)
  return (
    <>
      <SettingRow
        lead={<Icon name="bell" />}
        title={t(($) => $.settings.push.state[own.state].title)}
        hint={t(($) => $.settings.push.state[own.state].hint)}
      >
        {own.state === 'off' && (
          <Button variant="primary" submitting={on.busy} onClick={() => void on.run()}>
            {t(($) => $.settings.push.turnOn)}
          </Button>
        )}
        {own.state === 'on' && (
          <span className={styles.actions}>
            <Button submitting={test.busy} onClick={() => void test.run(own.id)}>
              {t(($) => $.settings.push.test)}
            </Button>
            <Button submitting={off.busy} onClick={() => void off.run(own.id)}>
              {t(($) => $.settings.push.turnOff)}
            </Button>
          </span>
        )}
      </SettingRow>
      {noService && <Note tone="bad">{t(($) => $.settings.push.noService)}</Note>}
      <ErrorNote error={(noService ? null : on.error) ?? off.error ?? test.error} />
    </>
  )
}
