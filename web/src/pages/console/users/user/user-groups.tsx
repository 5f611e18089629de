import { useTranslation } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { Badge } from '../../../../ui/people/badge.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { Panel } from '../../../../ui/layout/layout.tsx'
import { Permitted } from '../../kit/permitted.tsx'
import { useEditing } from '../../kit/forms/use-editing.ts'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { GrantDialog } from '../groups/grant-dialog.tsx'
import { MembershipButtons, type Membership } from '../groups/membership-buttons.tsx'
import type { UserView } from '../users.queries.ts'

interface UserGroupsProps {
  steamId: string
  memberships: UserView['memberships']
}

/** C18: A user's groups, each with its end. */
export function UserGroups({ steamId, memberships }: UserGroupsProps) {
  const { t } = useTranslation()
  const granting = useEditing<Membership>()
  const rows = memberships.map((held) => ({ ...held, steamId }))
  return (
    <Panel
      title={t(($) => $.adminUsers.groups)}
      padded={false}
      action={
        <Permitted>
          <Button onClick={() => granting.edit(null)}>{t(($) => $.adminUsers.grant)}</Button>
        </Permitted>
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon="dash" title={t(($) => $.adminUsers.noGroups)} />
      ) : (
        <DataTable
          flush
          label={t(($) => $.adminUsers.groups)}
          rows={rows}
          keyOf={({ group }) => group}
          columns={[
            {
              id: 'group',
              title: t(($) => $.adminUsers.group),
              cell: ({ group }) => <Badge tone={group}>{t(($) => $.shell.badge[group])}</Badge>,
            },
            {
              id: 'expires',
              title: t(($) => $.adminUsers.ends),
              cell: ({ expires }) =>
                expires === null ? t(($) => $.adminUsers.forGood) : formatConsoleTime(expires),
              grow: true,
            },
            {
              id: 'granted',
              title: t(($) => $.adminUsers.granted),
              cell: ({ granted }) => formatConsoleTime(granted),
            },
          ]}
          actions={(row) => (
            <Permitted>
              <MembershipButtons membership={row} onChange={granting.edit} />
            </Permitted>
          )}
          actionsTitle={t(($) => $.admin.list.open)}
        />
      )}
      {granting.turn > 0 && (
        <GrantDialog
          key={granting.turn}
          open={granting.open}
          onClose={granting.close}
          membership={granting.item}
          steamId={steamId}
        />
      )}
    </Panel>
  )
}
