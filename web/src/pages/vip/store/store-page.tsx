import { useTranslation } from '../../../locales/translate.ts'
import { BackLink } from '../../../app/navigation/page-link.tsx'
import { useSession } from '../../../app/session/session.ts'
import { SignedOut } from '../../../app/session/signed-out.tsx'
import { Page, PageHeader } from '../../../ui/layout/layout.tsx'
import { BuyCard } from './buy-card.tsx'
import { MyCards } from './my-cards.tsx'
import { Redeem } from './redeem.tsx'
import styles from './store.module.css'

/** F3, F4: Gift cards of VIP: buying, listing, redeeming. */
export function StorePage() {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <Page measured>
      <BackLink to="/vip">{t(($) => $.vip.title)}</BackLink>
      <PageHeader title={t(($) => $.vip.store.title)} facts={<span>{t(($) => $.vip.store.lead)}</span>} />
      {session === null ? (
        <SignedOut title={t(($) => $.vip.store.signedOut)}>{t(($) => $.vip.store.signedOutNext)}</SignedOut>
      ) : (
        <div key={session.user.steamId} className={styles.parts}>
          <BuyCard steamId={session.user.steamId} />
          <div className={styles.own}>
            <Redeem />
            <MyCards steamId={session.user.steamId} />
          </div>
        </div>
      )}
    </Page>
  )
}
