import type { OperatorPrivilege } from '@clutch/contract/api/vip/operator-vip.ts'
import { type PrivilegeCategory, privilegeCategories } from '@clutch/contract/rules/accounts/groups.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Panel, Row, Stack } from '../../../ui/layout/layout.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { changePortalSettings, portalSettingsQuery } from '../portal-settings/portal-settings.queries.ts'
import type { Column } from '../kit/list/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/list/local-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { useEditing } from '../kit/forms/use-editing.ts'
import { PrivilegeMark, toPrivilegeFlag } from './privilege-mark.tsx'
import { PrivilegeDialog } from './privilege-dialog.tsx'
import { PrivilegePreview } from './privilege-preview.tsx'
import { privilegesQuery, removePrivilege } from './privileges.queries.ts'
import { VipServers } from './vip-servers.tsx'
import type { OperatorPortalSettings } from '@clutch/contract/api/servers/operator-servers.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useAction } from '../../../app/api/use-action.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import styles from './privileges.module.css'

const orderStep = 10

/** F5: the privilege table, which groups it has columns for, and how VIP stands on the servers. */
export function PrivilegesPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, isFetching, error, refetch } = useQuery(privilegesQuery)
  const { data: portal } = useQuery(portalSettingsQuery)
  const editing = useEditing<OperatorPrivilege>()
  const { ask, asking } = useConfirmation()
  const remove = (privilege: OperatorPrivilege) =>
    ask({
      title: t(($) => $.adminPrices.privileges.removeTitle),
      message: t(($) => $.adminPrices.privileges.removeMessage, { name: nameOf(privilege) }),
      action: t(($) => $.admin.form.remove),
      run: async () => {
        await removePrivilege(privilege)
        showToast({ tone: 'good', title: t(($) => $.adminPrices.privileges.removed) })
        await client.invalidateQueries(privilegesQuery)
      },
    })
  const shown = privilegeCategories.filter((category) => portal?.features.categories[category])
  return (
    <ConsolePage>
      {portal && <CategorySwitches portal={portal} />}
      <LocalList
        label={t(($) => $.adminPrices.privileges.label)}
        columns={useColumns()}
        keyOf={({ id }) => id}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        sortedBy="order"
        empty={{
          title: t(($) => $.adminPrices.privileges.empty),
          next: t(($) => $.adminPrices.privileges.emptyNext),
        }}
        actions={
          <Button variant="primary" icon="plus" onClick={() => editing.edit(null)}>
            {t(($) => $.adminPrices.privileges.add)}
          </Button>
        }
        rowActions={(row) => (
          <Row gap="xs">
            <IconButton
              icon="pencil"
              size="sm"
              variant="ghost"
              label={t(($) => $.adminPrices.privileges.editOf, { name: nameOf(row) })}
              onClick={() => editing.edit(row)}
            />
            <IconButton
              icon="trash"
              size="sm"
              variant="ghost"
              label={t(($) => $.adminPrices.privileges.removeOf, { name: nameOf(row) })}
              onClick={() => remove(row)}
            />
          </Row>
        )}
      />
      {data && data.length > 0 && <PrivilegePreview privileges={data} categories={shown} />}
      <VipServers />
      <PrivilegeDialog
        key={editing.turn}
        open={editing.open}
        privilege={editing.thing}
        nextOrder={Math.max(0, ...(data ?? []).map(({ order }) => order)) + orderStep}
        onClose={editing.close}
      />
      {asking}
    </ConsolePage>
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
