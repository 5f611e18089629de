import type { Account } from '@clutch/contract/api/accounts/account.ts'
import { useLocation, useNavigate } from '../../app/router/router-provider.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { loadAccount } from '../../app/account/account.queries.ts'
import { ErrorNote } from '../../app/api/failed-note.tsx'
import { withNavigationError } from '../../app/navigation/navigation-error.ts'
import { useSession } from '../../app/session/session.ts'
import { openSignIn, useSignInMode } from '../../app/sign-in/sign-in-dialog-store.ts'
import { SignedOut } from '../../app/session/signed-out.tsx'
import { laterWords } from '../../locales/later-words.ts'
import { withWords } from '../../locales/lazy-words.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { Page } from '../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../ui/loading/skeleton.tsx'

const SecondFactorSetup = lazy(async () => ({
  default: (await withWords(laterWords.settings, import('./small-pages.ts'))).SecondFactorSetup,
}))

/** Another operator may change the role, or end it. */
const permissionsPollMs = 30_000

/**
 * Admits operators who have shown their second factor, and shows all others what is missing. The portal
 * checks each call itself.
 */
export function AccessGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const session = useSession()
  const steamId = session?.user.steamId ?? ''
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'account', steamId],
    queryFn: loadAccount,
    enabled: session !== null,
    refetchInterval: permissionsPollMs,
  })
  if (session === null) {
    return (
      <Page>
        <SignedOut title={t(($) => $.admin.gate.signIn)}>{t(($) => $.admin.gate.signInNext)}</SignedOut>
      </Page>
    )
  }
  const retry = () => void refetch()
  if (data === undefined) {
    return (
      <Page>
        {error === null ? (
          <SkeletonRows rows={4} />
        ) : (
          <ErrorNote error={error} retrying={isFetching} onRetry={retry} />
        )}
      </Page>
    )
  }
  return <OperatorCheck account={data} onChange={retry} content={children} />
}

function OperatorCheck({
  account,
  onChange,
  content,
}: {
  account: Account
  onChange: () => void
  content: ReactNode
}) {
  // Its recovery codes are still on the page when the second factor is on already.
  const [settingUp, setSettingUp] = useState(false)
  const { on, shown } = account.secondFactor
  if (on && !shown) return <SecondFactorPrompt onShown={onChange} />
  if (!account.groups.includes('op')) {
    return <RedirectHome />
  }
  if (on && !settingUp) return content
  const end = () => {
    setSettingUp(false)
    onChange()
  }
  return (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <SecondFactorSetup steamId={account.steamId} onBegin={() => setSettingUp(true)} onEnd={end} />
    </Suspense>
  )
}

/** Goes once: `Navigate` goes again with each drawing, which a navigation is itself a cause of. */
function RedirectHome() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const leave = useEffectEvent(
    () => void navigate({ to: '/', replace: true, state: withNavigationError(state, 'operator.forbidden') }),
  )
  useEffect(() => leave(), [])
  return null
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
    <Page>
      <EmptyState
        icon="shield"
        title={t(($) => $.admin.gate.secondFactor)}
        action={
          <Button variant="primary" onClick={() => openSignIn('secondFactor')}>
            {t(($) => $.admin.gate.enterCode)}
          </Button>
        }
      >
        {t(($) => $.admin.gate.secondFactorDue)}
      </EmptyState>
    </Page>
  )
}
