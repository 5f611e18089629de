import { operatorListSanctions } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { ApiError } from '../../../../app/api/api-error.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { Permitted } from '../../kit/permitted.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { ConsolePage } from '../../kit/console-page.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import type { ConsolePageProps } from '../../console-pages.ts'
import { SanctionHistory } from '../../sanctions/sanction-history.tsx'
import { UserAccount } from './user-account.tsx'
import { UserActions } from './user-actions.tsx'
import { UserGroups } from './user-groups.tsx'
import { UserSessions } from './user-sessions.tsx'
import { UserPurchases } from './user-purchases.tsx'
import { useBlockText } from '../users-page.tsx'
import { userQuery, type UserView } from '../users.queries.ts'

/** One account with everything an operator may know and do about it; `id` is its own or the SteamID64. */
export function UserPage({ id }: ConsolePageProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(userQuery(id))
  const retry = () => void refetch()
  if (data) return <Loaded user={data} error={error} onRetry={retry} />
  const unknown =
    error instanceof ApiError && (error.code === 'user.not_found' || error.code === 'request.invalid')
  return (
    <ConsolePage title={t(($) => $.adminUsers.user)}>
      {unknown ? (
        <EmptyState
          icon="users"
          title={t(($) => $.adminUsers.unknown)}
          action={<ConsoleLink to="users">{t(($) => $.adminUsers.allUsers)}</ConsoleLink>}
        >
          {t(($) => $.adminUsers.unknownNext)}
        </EmptyState>
      ) : error === null ? (
        <SkeletonRows rows={6} />
      ) : (
        <ErrorNote error={error} onRetry={retry} retrying={isFetching} />
      )}
    </ConsolePage>
  )
}

function Loaded({ user, error, onRetry }: { user: UserView; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  const words = useBlockText()
  const { steamId, block } = user
  return (
    <ConsolePage
      title={user.username}
      facts={
        <>
          <ConsoleLink to="users">{t(($) => $.adminUsers.allUsers)}</ConsoleLink>
          <ConsoleLink to="audit" query={{ find: steamId ?? user.id, by: 'all' }}>
            {t(($) => $.adminUsers.auditOf)}
          </ConsoleLink>
        </>
      }
      actions={
        <Permitted>
          <UserActions user={user} />
        </Permitted>
      }
    >
      <ErrorNote error={error} onRetry={onRetry} />
      {block && (
        <Note tone="bad">
          {t(($) => $.adminUsers.blockTold, {
            state: words(block),
            reason: block.reason,
            since: formatConsoleTime(block.since),
          })}
        </Note>
      )}
      <UserAccount user={user} />
      {steamId !== null && <UserGroups steamId={steamId} memberships={user.memberships} />}
      {steamId !== null && (
        <Permitted call={operatorListSanctions}>
          <SanctionHistory canAdd steamId={steamId} title={t(($) => $.adminSanctions.ofPlayer)} />
        </Permitted>
      )}
      <UserSessions user={user} />
      {steamId !== null && <UserPurchases steamId={steamId} />}
    </ConsolePage>
  )
}
