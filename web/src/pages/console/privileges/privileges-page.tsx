import {
  operatorChangePortalSettings,
  type OperatorPortalSettings,
} from '@clutch/contract/api/content/operator-portal-settings.ts'
import { ResourcePage } from '../kit/list/resource-page.tsx'
import type { OperatorPrivilege } from '@clutch/contract/api/vip/operator-vip.ts'
import { privilegeCategories } from '@clutch/contract/rules/accounts/groups.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { Panel, Stack } from '../../../ui/layout/layout.tsx'
import { changePortalSettings, portalSettingsQuery } from '../portal-settings/portal-settings.queries.ts'
import type { Column } from '../kit/list/columns.ts'
import { PrivilegeMark, toPrivilegeFlag } from './privilege-mark.tsx'
import { PrivilegeDialog } from './privilege-dialog.tsx'
import { PrivilegePreview } from './privilege-preview.tsx'
import { privilegesQuery, removePrivilege } from './privileges.queries.ts'
import { VipServers } from './vip-servers.tsx'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useLatestSave } from '../../../app/api/use-latest-save.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { useMayCall } from '../kit/permissions.ts'
import styles from './privileges.module.css'

const orderStep = 10

/** F5: The privilege table, its group columns, and the state of VIP on the servers. */
export function PrivilegesPage() {
  const { t } = useTranslation()
  const { data: portal } = useQuery(portalSettingsQuery)
  const shown = privilegeCategories.filter((category) => portal?.features.categories[category])
  return (
    <ResourcePage
      query={privilegesQuery}
      label={t(($) => $.adminPrices.privileges.label)}
      columns={useColumns()}
      keyOf={({ id }) => id}
      sortedBy="order"
      empty={{
        title: t(($) => $.adminPrices.privileges.empty),
        next: t(($) => $.adminPrices.privileges.emptyNext),
      }}
      addText={t(($) => $.adminPrices.privileges.add)}
      editLabel={(privilege) => t(($) => $.adminPrices.privileges.editOf, { name: nameOf(privilege) })}
      removal={{
        label: (privilege) => t(($) => $.adminPrices.privileges.removeOf, { name: nameOf(privilege) }),
        title: () => t(($) => $.adminPrices.privileges.removeTitle),
        message: (privilege) => t(($) => $.adminPrices.privileges.removeMessage, { name: nameOf(privilege) }),
        run: removePrivilege,
        doneText: t(($) => $.adminPrices.privileges.removed),
      }}
      renderBefore={() => portal && <CategorySwitches portal={portal} />}
      renderAfter={(rows) => (
        <>
          {rows && rows.length > 0 && <PrivilegePreview privileges={rows} categories={shown} />}
          <VipServers />
        </>
      )}
      renderDialog={({ open, item, rows, onClose }) => (
        <PrivilegeDialog
          open={open}
          privilege={item}
          nextOrder={Math.max(0, ...rows.map(({ order }) => order)) + orderStep}
          onClose={onClose}
        />
      )}
    />
  )
}

function useColumns(): Column<OperatorPrivilege>[] {
  const { t } = useTranslation()
  const word = (flag: number) => t(($) => $.adminPrices.privileges.flags[toPrivilegeFlag(flag)])
  return [
    {
      id: 'zh',
      title: t(($) => $.admin.form.zh, { label: t(($) => $.adminPrices.privileges.content) }),
      value: ({ content }) => content.zh,
      grow: true,
    },
    {
      id: 'en',
      title: t(($) => $.admin.form.en, { label: t(($) => $.adminPrices.privileges.content) }),
      value: ({ content }) => content.en,
      grow: true,
    },
    {
      id: 'order',
      title: t(($) => $.adminPrices.privileges.order),
      value: ({ order }) => order,
      end: true,
    },
    ...privilegeCategories.map((category) => ({
      id: category,
      title: t(($) => $.adminPrices.privileges.groups[category]),
      value: ({ flags }: OperatorPrivilege) => word(flags[category]),
      cell: ({ flags }: OperatorPrivilege) => <PrivilegeMark flag={flags[category]} />,
    })),
    {
      id: 'detail-zh',
      title: t(($) => $.admin.form.zh, { label: t(($) => $.adminPrices.privileges.detail) }),
      value: ({ detail }) => detail.zh,
      exported: true,
    },
    {
      id: 'detail-en',
      title: t(($) => $.admin.form.en, { label: t(($) => $.adminPrices.privileges.detail) }),
      value: ({ detail }) => detail.en,
      exported: true,
    },
  ]
}

function nameOf({ content }: OperatorPrivilege): string {
  return content.zh || content.en
}

/** F5: which groups have a column of the privilege table; each applies at once. */
function CategorySwitches({ portal }: { portal: OperatorPortalSettings }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { categories } = portal.features
  const mayChange = useMayCall()(operatorChangePortalSettings)
  const save = useLatestSave(categories, async (part) => {
    const features = { categories: part }
    client.setQueryData(portalSettingsQuery.queryKey, await changePortalSettings({ features }))
  })
  return (
    <Panel title={t(($) => $.adminPrices.privileges.categories)}>
      <Stack>
        <ErrorNote error={save.error} />
        <div className={styles.switches}>
          {privilegeCategories.map((category) => (
            <Switch
              key={category}
              checked={save.value[category]}
              disabled={!mayChange}
              onChange={(on) => save.change({ [category]: on })}
            >
              {t(($) => $.adminPrices.privileges.groups[category])}
            </Switch>
          ))}
        </div>
        <FormText>{t(($) => $.adminPrices.privileges.categoriesNext)}</FormText>
      </Stack>
    </Panel>
  )
}
