import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { useSession } from '../../../../app/session/session.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Row } from '../../../../ui/layout/layout.tsx'
import { Status } from '../../../../ui/status/status-dot.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import type { Column } from '../../kit/list/columns.ts'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { useLocalizedText } from '../../rentals/rental-text.ts'
import { ConsolePage } from '../../kit/console-page.tsx'
import { LocalList } from '../../kit/list/local-list.tsx'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { useEditing } from '../../kit/forms/use-editing.ts'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { OperatorDialog } from './operator-dialog.tsx'
import { SignInLinkDialog } from './sign-in-link-dialog.tsx'
import { operatorsQuery, removeOperator, type OperatorView } from '../users.queries.ts'

/** Who runs the portal, and whether their second factor is on. */
export function OperatorsPage() {
  const { t } = useTranslation()
  const columns = useColumns()
  const editing = useEditing<OperatorView>()
  const linking = useEditing<OperatorView>()
  const { data, error, isFetching, refetch } = useQuery(operatorsQuery)
  return (
    <ConsolePage>
      <LocalList
        label={t(($) => $.adminUsers.operators)}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        columns={columns}
        keyOf={({ steamId }) => steamId}
        filters={[
          {
            id: 'factor',
            label: t(($) => $.adminUsers.secondFactor),
            options: [
              { value: 'on', text: t(($) => $.adminUsers.on) },
              { value: 'off', text: t(($) => $.adminUsers.off) },
            ],
          },
        ]}
        passes={({ secondFactor }, _, value) => secondFactor === (value === 'on')}
        rowActions={(op) => <OperatorButtons op={op} onEdit={editing.edit} onLink={linking.edit} />}
        actions={
          <Button variant="primary" icon="plus" onClick={() => editing.edit(null)}>
            {t(($) => $.adminUsers.addOp)}
          </Button>
        }
      />
      {editing.turn > 0 && (
        <OperatorDialog
          key={`edit ${editing.turn}`}
          open={editing.open}
          op={editing.item}
          onClose={editing.close}
        />
      )}
      {linking.item && (
        <SignInLinkDialog
          key={`link ${linking.turn}`}
          open={linking.open}
          onClose={linking.close}
          op={linking.item}
        />
      )}
    </ConsolePage>
  )
}

function useColumns(): Column<OperatorView>[] {
  const { t } = useTranslation()
  const say = useLocalizedText()
  return [
    {
      id: 'username',
      title: t(($) => $.adminUsers.name),
      value: ({ username }) => username,
      cell: ({ steamId, username }) => <ConsoleLink to={`users/${steamId}`}>{username}</ConsoleLink>,
      grow: true,
    },
    { id: 'steamId', title: t(($) => $.adminUsers.steamId), value: ({ steamId }) => steamId },
    { id: 'email', title: t(($) => $.adminUsers.email), value: ({ email }) => email },
    {
      id: 'role',
      title: t(($) => $.adminUsers.role),
      value: ({ roleName }) => say(roleName),
    },
    {
      id: 'servers',
      title: t(($) => $.adminUsers.roles.areas.servers),
      value: ({ serverIds }) =>
        serverIds === null
          ? t(($) => $.adminUsers.roles.allServers)
          : t(($) => $.adminUsers.roles.serverCount, { count: serverIds.length }),
    },
    {
      id: 'factor',
      title: t(($) => $.adminUsers.secondFactor),
      value: ({ secondFactor }) => (secondFactor ? t(($) => $.adminUsers.on) : t(($) => $.adminUsers.off)),
      cell: ({ secondFactor }) => (
        <Status tone={secondFactor ? 'good' : 'busy'}>
          {secondFactor ? t(($) => $.adminUsers.on) : t(($) => $.adminUsers.off)}
        </Status>
      ),
    },
    {
      id: 'expires',
      title: t(($) => $.adminUsers.ends),
      value: ({ expires }) =>
        expires === null ? t(($) => $.adminUsers.forGood) : formatConsoleTime(expires),
    },
  ]
}

function OperatorButtons({
  op,
  onEdit,
  onLink,
}: {
  op: OperatorView
  onEdit: (op: OperatorView) => void
  onLink: (op: OperatorView) => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const own = useSession()?.user.steamId === op.steamId
  const { ask, asking } = useConfirmation()
  const remove = () =>
    ask({
      title: t(($) => $.adminUsers.removeOpTitle, { name: op.username }),
      message: t(($) => $.adminUsers.removeOpText),
      action: t(($) => $.admin.form.remove),
      run: async () => {
        await removeOperator(client, op.steamId)
        showToast({ tone: 'good', title: t(($) => $.adminUsers.removedOp) })
      },
    })
  return (
    <Row gap="s">
      <Button
        size="sm"
        disabledReason={own ? t(($) => $.adminUsers.notYourself) : undefined}
        onClick={() => onEdit(op)}
      >
        {t(($) => $.adminUsers.roles.changeOp)}
      </Button>
      <Button size="sm" onClick={() => onLink(op)}>
        {t(($) => $.adminUsers.signInLink)}
      </Button>
      <Button
        size="sm"
        disabledReason={own ? t(($) => $.adminUsers.notYourself) : undefined}
        onClick={remove}
      >
        {t(($) => $.admin.form.remove)}
      </Button>
      {asking}
    </Row>
  )
}
