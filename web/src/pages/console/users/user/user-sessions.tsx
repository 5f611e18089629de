import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { formatDevice, parseUserAgent } from '../../../../app/account/device.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { Panel } from '../../../../ui/layout/layout.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { Permitted } from '../../kit/permitted.tsx'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { endUserSession, endUserSessions, type UserView } from '../users.queries.ts'

/** C16: A user's sessions; one or all can be ended. */
export function UserSessions({ user }: { user: UserView }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const device = (userAgent: string) =>
    formatDevice(parseUserAgent(userAgent)) ?? t(($) => $.adminUsers.noDevice)
  const end = ({ id, userAgent }: UserView['sessions'][number]) =>
    ask({
      title: t(($) => $.adminUsers.endTitle),
      message: t(($) => $.adminUsers.endText, { device: device(userAgent) }),
      action: t(($) => $.adminUsers.end),
      run: async () => {
        await endUserSession(client, user.id, id)
        showToast({ tone: 'good', title: t(($) => $.adminUsers.ended) })
      },
    })
  const endAll = () =>
    ask({
      title: t(($) => $.adminUsers.endAllTitle),
      message: t(($) => $.adminUsers.endAllText),
      action: t(($) => $.adminUsers.endAll),
      run: async () => {
        await endUserSessions(client, user.id)
        showToast({ tone: 'good', title: t(($) => $.adminUsers.ended) })
      },
    })
  return (
    <Panel
      title={t(($) => $.adminUsers.sessions)}
      padded={false}
      action={
        <Permitted>
          <Button
            disabledReason={user.sessions.length === 0 ? t(($) => $.adminUsers.noSessions) : undefined}
            onClick={endAll}
          >
            {t(($) => $.adminUsers.endAll)}
          </Button>
        </Permitted>
      }
    >
      {user.sessions.length === 0 ? (
        <EmptyState icon="dash" title={t(($) => $.adminUsers.noSessions)} />
      ) : (
        <DataTable
          flush
          label={t(($) => $.adminUsers.sessions)}
          rows={user.sessions}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'device',
              title: t(($) => $.adminUsers.device),
              cell: ({ userAgent }) => device(userAgent),
              grow: true,
            },
            {
              id: 'method',
              title: t(($) => $.adminUsers.method),
              cell: ({ method }) => t(($) => $.adminUsers.methods[method]),
            },
            { id: 'address', title: t(($) => $.adminUsers.address), cell: ({ address }) => address },
            {
              id: 'created',
              title: t(($) => $.adminUsers.begun),
              cell: ({ created }) => formatConsoleTime(created),
            },
            { id: 'seen', title: t(($) => $.adminUsers.used), cell: ({ seen }) => formatConsoleTime(seen) },
          ]}
          actions={(session) => (
            <Permitted>
              <Button size="sm" onClick={() => end(session)}>
                {t(($) => $.adminUsers.end)}
              </Button>
            </Permitted>
          )}
          actionsTitle={t(($) => $.admin.list.open)}
        />
      )}
      {asking}
    </Panel>
  )
}
