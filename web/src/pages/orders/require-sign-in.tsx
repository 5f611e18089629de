import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { useSession } from '../../app/session/session.ts'
import { SignedOut } from '../../app/session/signed-out.tsx'

/**
 * H2: Orders are for their owner only; a signed-out visitor is asked to sign in. The content is remounted for
 * another user.
 */
export function RequireSignIn({ children }: { children: (steamId: string) => ReactNode }) {
  const { t } = useTranslation()
  const steamId = useSession()?.user.steamId
  if (steamId !== undefined) return children(steamId)
  return (
    <SignedOut title={t(($) => $.payment.orders.signedOut)}>
      {t(($) => $.payment.orders.signedOutNext)}
    </SignedOut>
  )
}
