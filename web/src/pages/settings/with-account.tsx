import type { Account } from '@clutch/contract/api/accounts/account.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { useSession } from '../../app/session/session.ts'
import { openSignIn, useSignInMode } from '../../app/sign-in/sign-in-dialog-store.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { SkeletonRows } from '../../ui/loading/skeleton.tsx'
import { ErrorNote } from '../../app/api/failed-note.tsx'
import { accountQuery } from './settings.queries.ts'

/** What needs the account: it is loaded first, and a second factor that is still owed is asked for. */
export function WithAccount({ children }: { children: (account: Account) => ReactNode }) {
  const session = useSession()
  const steamId = session?.user.steamId ?? ''
  const { data, error, isFetching, refetch } = useQuery({
    ...accountQuery(steamId),
    enabled: session !== null,
  })
  const retry = () => void refetch()
  if (data === undefined) {
    return error === null ? (
      <SkeletonRows rows={4} />
    ) : (
      <ErrorNote error={error} retrying={isFetching} onRetry={retry} />
    )
  }
  const { on, shown } = data.secondFactor
  return on && !shown ? <SecondFactorPrompt onShown={retry} /> : children(data)
}

function SecondFactorPrompt({ onShown }: { onShown: () => void }) {
  const { t } = useTranslation()
  const asking = useSignInMode() !== null
  // Once the dialog is closed it may have been shown.
  const look = useEffectEvent(onShown)
  useEffect(() => {
    if (!asking) return
    return () => look()
  }, [asking])
  return (
    <EmptyState
      icon="shield"
      title={t(($) => $.settings.secondFactorDue)}
      action={
        <Button variant="primary" onClick={() => openSignIn('secondFactor')}>
          {t(($) => $.settings.showSecondFactor)}
        </Button>
      }
    >
      {t(($) => $.settings.secondFactorDueNext)}
    </EmptyState>
  )
}
