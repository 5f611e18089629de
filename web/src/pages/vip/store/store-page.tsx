import { Suspense, useEffect } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { BackLink } from '../../../app/navigation/page-link.tsx'
import { useSession } from '../../../app/session/session.ts'
import { SignedOut } from '../../../app/session/signed-out.tsx'
import { Page, PageHeader } from '../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { whenIdle } from '../../../ui/loading/when-idle.ts'
import { OwnStore } from './lazy-own-store.ts'

/** F3, F4: Gift cards of VIP: buying, listing, redeeming. */
export function StorePage() {
  const { t } = useTranslation()
  const session = useSession()
  useEffect(() => whenIdle(() => void OwnStore.preload()), [])
  return (
    <Page measured>
      <BackLink to="/vip">{t(($) => $.vip.title)}</BackLink>
      <PageHeader title={t(($) => $.vip.store.title)} facts={<span>{t(($) => $.vip.store.lead)}</span>} />
      {session === null ? (
        <SignedOut title={t(($) => $.vip.store.signedOut)}>{t(($) => $.vip.store.signedOutNext)}</SignedOut>
      ) : (
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <OwnStore key={session.user.steamId} steamId={session.user.steamId} />
        </Suspense>
      )}
    </Page>
  )
}
