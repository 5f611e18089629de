import type { OperatorPortalSettings } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useLatestSave } from '../../../app/api/use-latest-save.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { useMayChangePage } from '../kit/permissions.ts'
import { changePortalSettings, portalSettingsQuery } from '../portal-settings/portal-settings.queries.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { switchGroups } from './feature-switches.ts'
import styles from './feature-switches-page.module.css'

const switches = switchGroups.flatMap((group) => group.switches)

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
  const stored = Object.fromEntries(switches.map(({ word, isOn }) => [word, isOn(portal.features)]))
  const save = useLatestSave(stored, async (part) => {
    // Sent without a revision: a switch sets its own value, whatever another operator saved for the others.
    for (const { word, change } of switches) {
      const on = part[word]
      if (on === undefined) continue
      // oxlint-disable-next-line no-await-in-loop -- an older answer must not replace a newer one
      const saved = await changePortalSettings({ features: change(on) })
      client.setQueryData(portalSettingsQuery.queryKey, saved)
    }
  })
  return (
    <>
      <ErrorNote error={save.error} />
      <div className={styles.groups}>
        {switchGroups.map(({ word, switches: ofGroup }) => (
          <Panel key={word} title={t(($) => $.adminWords.switches.groups[word])}>
            <ul className={styles.list}>
              {ofGroup.map((one) => (
                <li key={one.word} className={styles.entry}>
                  <Switch
                    checked={save.value[one.word] === true}
                    disabled={!mayChange}
                    onChange={(on) => save.change({ [one.word]: on })}
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
