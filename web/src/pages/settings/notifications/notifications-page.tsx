import type { PushSettings } from '@clutch/contract/api/notifications/push.ts'
import { pushKinds, type PushKind } from '@clutch/contract/rules/notifications/push-kinds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { pageLanguage, useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useLatestSave } from '../../../app/api/use-latest-save.ts'
import { useSession } from '../../../app/session/session.ts'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Panel, Stack } from '../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { WithAccount } from '../with-account.tsx'
import { BrowsersPanel } from './browsers-panel.tsx'
import { OwnBrowserPanel } from './own-browser-panel.tsx'
import { ownBrowserQuery, pushSettingsQuery, savePushKinds } from './push.queries.ts'

/** Notifications in browsers: whether this one shows them, of what, and in which others they are on. */
export function NotificationsPage() {
  return <WithAccount>{({ steamId }) => <Loaded steamId={steamId} />}</WithAccount>
}

function Loaded({ steamId }: { steamId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...pushSettingsQuery(steamId),
    enabled: useSession() !== null,
  })
  if (data !== undefined) return <Content steamId={steamId} settings={data} />
  return error === null ? (
    <SkeletonRows rows={4} />
  ) : (
    <ErrorNote error={error} retrying={isFetching} onRetry={() => void refetch()} />
  )
}

function Content({ steamId, settings }: { steamId: string; settings: PushSettings }) {
  const { data: own } = useQuery(ownBrowserQuery(steamId, settings, pageLanguage()))
  return (
    <Stack gap="l">
      <OwnBrowserPanel steamId={steamId} settings={settings} own={own} />
      <KindsPanel steamId={steamId} off={settings.off} />
      <BrowsersPanel
        steamId={steamId}
        browsers={settings.browsers}
        ownId={own?.state === 'on' ? own.id : null}
      />
    </Stack>
  )
}

function KindsPanel({ steamId, off }: { steamId: string; off: readonly PushKind[] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const save = useLatestSave({ off }, ({ off: changed = [] }) => savePushKinds(client, steamId, [...changed]))
  const chosen = save.value.off
  const turn = (kind: PushKind, on: boolean) =>
    save.change({ off: on ? chosen.filter((one) => one !== kind) : [...chosen, kind] })
  return (
    <Panel title={t(($) => $.settings.push.kinds)}>
      <Stack>
        <ErrorNote error={save.error} />
        {pushKinds.map((kind) => (
          <Switch key={kind} checked={!chosen.includes(kind)} onChange={(on) => turn(kind, on)}>
            {t(($) => $.settings.push.kind[kind])}
          </Switch>
        ))}
        <FormText small>{t(($) => $.settings.push.everywhere)}</FormText>
        <output>{save.busy ? t(($) => $.settings.push.saving) : null}</output>
      </Stack>
    </Panel>
  )
}
