import { lastSeenDays, type OperatorUser } from '@clutch/contract/api/accounts/operator-users.ts'
import { type GrantedGroup, grantedGroups } from '@clutch/contract/rules/accounts/groups.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Status } from '../../../ui/status/status-dot.tsx'
import type { Column, Filter } from '../kit/list/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { RemoteList } from '../kit/list/remote-list.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { Person } from './person.tsx'
import { loadAllUsers, loadUsers, usersKey } from './users.queries.ts'
import { Badge } from '../../../ui/people/badge.tsx'
import { Row } from '../../../ui/layout/layout.tsx'

/** Every account. */
export function UsersPage() {
  const { t } = useTranslation()
  const columns = useColumns()
  const filters = useFilters()
  return (
    <ConsolePage>
      <RemoteList
        label={t(($) => $.adminUsers.users)}
        queryKey={usersKey}
        load={loadUsers}
        loadAll={loadAllUsers}
        sorts={['seen', 'created', 'name']}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        empty={{ title: t(($) => $.adminUsers.noUsers), next: t(($) => $.adminUsers.noUsersNext) }}
      />
    </ConsolePage>
  )
}

function useColumns(): Column<OperatorUser>[] {
  const { t } = useTranslation()
  const words = useBlockText()
  return [
    {
      id: 'name',
      title: t(($) => $.adminUsers.name),
      value: ({ username }) => username,
      cell: ({ id, steamId, username, avatar }) => (
        <Person id={id} seed={steamId ?? id} name={username} avatar={avatar} />
      ),
      grow: true,
    },
    { id: 'steamId', title: t(($) => $.adminUsers.steamId), value: ({ steamId }) => steamId },
    { id: 'email', title: t(($) => $.adminUsers.email), value: ({ email }) => email },
    {
      id: 'groups',
      title: t(($) => $.adminUsers.groups),
      value: ({ groups }) => groups.join(' '),
      cell: ({ groups }) => <GroupBadges groups={groups} />,
    },
    {
      id: 'state',
      title: t(($) => $.adminUsers.state),
      value: ({ block }) => words(block),
      cell: ({ block }) => <Status tone={block ? 'bad' : 'good'}>{words(block)}</Status>,
    },
    { id: 'seen', title: t(($) => $.adminUsers.seen), value: ({ seen }) => formatConsoleTime(seen) },
    {
      id: 'created',
      title: t(($) => $.adminUsers.created),
      value: ({ created }) => formatConsoleTime(created),
    },
    {
      id: 'steamName',
      title: t(($) => $.adminUsers.steamName),
      value: ({ steamName }) => steamName,
      exported: true,
    },
    {
      id: 'secondFactor',
      title: t(($) => $.adminUsers.secondFactor),
      value: ({ secondFactor }) => secondFactor,
      exported: true,
    },
    { id: 'id', title: 'ID', value: ({ id }) => id, exported: true },
  ]
}

/** Returns whether a user is blocked, as text. */
export function useBlockText(): (block: OperatorUser['block']) => string {
  const { t } = useTranslation()
  return (block) => {
    if (block === null) return t(($) => $.adminUsers.fine)
    return block.expires === null
      ? t(($) => $.adminUsers.blockedForGood)
      : t(($) => $.adminUsers.blockedUntil, { time: formatConsoleTime(block.expires) })
  }
}

function useFilters(): Filter[] {
  const { t } = useTranslation()
  const yesOrNo = [
    { value: 'true', text: t(($) => $.adminUsers.yes) },
    { value: 'false', text: t(($) => $.adminUsers.no) },
  ]
  return [
    {
      id: 'group',
      label: t(($) => $.adminUsers.group),
      options: grantedGroups.map((value) => ({ value, text: t(($) => $.shell.badge[value]) })),
    },
    {
      id: 'within',
      label: t(($) => $.adminUsers.seen),
      options: lastSeenDays.map((value) => ({
        value,
        text: t(($) => $.adminUsers.withinDays, { count: Number(value) }),
      })),
    },
    { id: 'email', label: t(($) => $.adminUsers.hasEmail), options: yesOrNo },
    { id: 'blocked', label: t(($) => $.adminUsers.blocked), options: yesOrNo },
  ]
}

/** A user's groups; `-` for none. */
function GroupBadges({ groups }: { groups: readonly GrantedGroup[] }) {
  const { t } = useTranslation()
  if (groups.length === 0) return '-'
  return (
    <Row gap="xs">
      {groups.map((group) => (
        <Badge key={group} tone={group}>
          {t(($) => $.shell.badge[group])}
        </Badge>
      ))}
    </Row>
  )
}
