import type { OperatorPortalSettings } from '@clutch/contract/api/servers/operator-servers.ts'
import { privilegeCategories, type PrivilegeCategory } from '@clutch/contract/rules/accounts/groups.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useAction } from '../../../app/api/use-action.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { Panel, Stack } from '../../../ui/layout/layout.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { changePortalSettings, portalSettingsQuery } from '../portal-settings/portal-settings.queries.ts'
import styles from './privileges.module.css'

/** F5: which groups have a column of the privilege table; each applies at once. */
export function CategorySwitches({ portal }: { portal: OperatorPortalSettings }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { categories } = portal.features
  const turn = useAction(async (category: PrivilegeCategory) => {
    const features = { categories: { [category]: !categories[category] } }
    client.setQueryData(portalSettingsQuery.queryKey, await changePortalSettings({ features }))
  })
  return (
    <Panel title={t(($) => $.adminPrices.privileges.categories)}>
      <Stack>
        <ErrorNote error={turn.error} />
        <div className={styles.switches}>
          {privilegeCategories.map((category) => (
            <Switch key={category} checked={categories[category]} onChange={() => void turn.run(category)}>
              {t(($) => $.adminPrices.privileges.groups[category])}
            </Switch>
          ))}
        </div>
        <FormText>{t(($) => $.adminPrices.privileges.categoriesNext)}</FormText>
      </Stack>
    </Panel>
  )
}
