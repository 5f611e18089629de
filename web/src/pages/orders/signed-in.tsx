import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../app/session.ts'
import { openSignIn } from '../../app/sign-in-dialog.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** H2: orders are for their owner only; nobody signed in is asked to. What is inside starts anew with another user. */
export function SignedIn({ children }: { children: (steamId: string) => ReactNode }) {
  const { t } = useTranslation()
  const steamId = useSession()?.user.steamId
  if (steamId !== undefined) return children(steamId)
  return (
    <EmptyState
      icon="lock"
      title={t(($) => $.payment.orders.signedOut)}
      action={
        <Button variant="primary" onClick={() => openSignIn()}>
          {t(($) => $.payment.orders.signIn)}
        </Button>
      }
    >
      {t(($) => $.payment.orders.signedOutNext)}
    </EmptyState>
  )
}
