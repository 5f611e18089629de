import type { OperatorPortalSettings } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useAction } from '../../../app/api/use-action.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { useMayChangePage } from '../kit/permissions.ts'
import { changePortalSettings, portalSettingsQuery } from '../portal-settings/portal-settings.queries.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { switchGroups, type FeatureSwitch } from './feature-switches.ts'
import styles from './feature-switches-page.module.css'

/** A10: every switch of the portal; it applies at once, and open pages follow at their next start. */
export function FeatureSwitchesPage() {
  const { t } = useTranslation()
  const { data: portal, error, isPending, isFetching, refetch } = useQuery(portalSettingsQuery)
  return (
    <ConsolePage>
      <ErrorNote error={portal ? null : error} onRetry={() => void refetch()} retrying={isFetching} />
      {isPending && <SkeletonRows rows={6} />}
      {portal && (
        <>
          <FormText>{t(($) => $.adminWords.switches.lead)}</FormText>
          <Groups portal={portal} />
        </>
      )}
    </ConsolePage>
  )
}

function Groups({ portal }: { portal: OperatorPortalSettings }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayChange = useMayChangePage()
  const turn = useAction(async ({ change, isOn }: FeatureSwitch) => {
    // Sent without a revision: a switch sets its own value, whatever another operator saved for the others.
    const features = change(!isOn(portal.features))
    client.setQueryData(portalSettingsQuery.queryKey, await changePortalSettings({ features }))
  })
  return (
    <>
      <ErrorNote error={turn.error} />
      <div className={styles.groups}>
        {switchGroups.map(({ word, switches }) => (
          <Panel key={word} title={t(($) => $.adminWords.switches.groups[word])}>
            <ul className={styles.list}>
              {switches.map((one) => (
                <li key={one.word} className={styles.entry}>
                  <Switch
                    checked={one.isOn(portal.features)}
                    disabled={!mayChange}
                    onChange={() => void turn.run(one)}
                  >
                    {t(($) => $.adminWords.switches.each[one.word].name)}
                  </Switch>
                  <p className={styles.hint}>{t(($) => $.adminWords.switches.each[one.word].hint)}</p>
                  {one.word === 'inventory' && <Note tone="warn">{t(($) => $.adminWords.valveWarning)}</Note>}
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  )
}
