import { grantedGroups } from '@clutch/contract/rules/accounts/groups.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Badge } from '../../../../ui/people/badge.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Row } from '../../../../ui/layout/layout.tsx'
import { Status } from '../../../../ui/status/status-dot.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { ConsolePage } from '../../kit/console-page.tsx'
import { RemoteList } from '../../kit/list/remote-list.tsx'
import { useEditing } from '../../kit/forms/use-editing.ts'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { GrantDialog } from './grant-dialog.tsx'
import { MembershipButtons, type Membership } from './membership-buttons.tsx'
import { Person } from '../person.tsx'
import { groupsKey, loadAllMemberships, loadMemberships, type MembershipView } from '../users.queries.ts'

/** C18: who is in which group, and until when. */
export function GroupsPage() {
  const { t } = useTranslation()
  const columns = useColumns()
  const granting = useEditing<Membership>()
  return (
    <ConsolePage>
      <RemoteList
        label={t(($) => $.adminUsers.memberships)}
        queryKey={groupsKey}
        load={loadMemberships}
        loadAll={loadAllMemberships}
        sorts={['granted', 'expires', 'name']}
        columns={columns}
        filters={[
          {
            id: 'group',
            label: t(($) => $.adminUsers.group),
            options: grantedGroups.map((value) => ({ value, text: t(($) => $.shell.badge[value]) })),
          },
        ]}
        keyOf={({ steamId, group }) => `${steamId} ${group}`}
        rowActions={(row) => <MembershipButtons membership={row} onChange={granting.edit} />}
        actions={
          <Button variant="primary" icon="plus" onClick={() => granting.edit(null)}>
            {t(($) => $.adminUsers.grant)}
          </Button>
        }
        empty={{ title: t(($) => $.adminUsers.noMemberships) }}
      />
      {granting.turn > 0 && (
        <GrantDialog
          key={granting.turn}
          open={granting.open}
          onClose={granting.close}
          membership={granting.item}
        />
      )}
    </ConsolePage>
  )
}

function useColumns(): Column<MembershipView>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'name',
      title: t(($) => $.adminUsers.name),
      value: ({ username }) => username,
      cell: ({ steamId, username, avatar, known }) => (
        <Row gap="s">
          <Person id={known ? steamId : null} seed={steamId} name={username} avatar={avatar} />
          {!known && <Status tone="muted">{t(($) => $.adminUsers.neverHere)}</Status>}
        </Row>
      ),
      grow: true,
    },
    { id: 'steamId', title: t(($) => $.adminUsers.steamId), value: ({ steamId }) => steamId },
    {
      id: 'group',
      title: t(($) => $.adminUsers.group),
      value: ({ group }) => t(($) => $.shell.badge[group]),
      cell: ({ group }) => <Badge tone={group}>{t(($) => $.shell.badge[group])}</Badge>,
    },
    {
      id: 'expires',
      title: t(($) => $.adminUsers.ends),
      value: ({ expires }) =>
        expires === null ? t(($) => $.adminUsers.forGood) : formatConsoleTime(expires),
    },
    {
      id: 'granted',
      title: t(($) => $.adminUsers.granted),
      value: ({ granted }) => formatConsoleTime(granted),
    },
  ]
}
