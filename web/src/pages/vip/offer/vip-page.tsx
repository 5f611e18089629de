import { useEffect, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { formatIsoDay } from '../../../app/time/community-clock.ts'
import { FirstViewPart } from '../../../app/first-view/first-view-part.tsx'
import { useSession } from '../../../app/session/session.ts'
import { openSignIn } from '../../../app/sign-in/sign-in-dialog-store.ts'
import { useVipStatus } from '../../../app/account/vip-status.queries.ts'
import { Page, PageHeader } from '../../../ui/layout/layout.tsx'
import { InstallRow } from './install-row.tsx'
import { CardOption, OwnOption } from './purchase-options.tsx'
import styles from './purchase-options.module.css'
import { Privileges } from './privileges/privileges.tsx'
import { PurchaseDialog } from './purchase-dialog.tsx'

/** F1–F6: what VIP is and costs, and the ways to it. */
export function VipPage() {
  const { t } = useTranslation()
  const session = useSession()
  const [buying, setBuying] = useState(false)
  // The dialog closes with its session, and the order waits for the next one.
  const interrupted = session === null && buying
  useEffect(() => {
    if (interrupted) openSignIn()
  }, [interrupted])
  return (
    <Page measured>
      <PageHeader title={t(($) => $.vip.title)} facts={<Subtitle />} />
      <div className={styles.options}>
        <OwnOption signedIn={session !== null} onOpen={() => setBuying(true)} />
        <CardOption />
      </div>
      <InstallRow />
      <FirstViewPart>
        <Privileges />
      </FirstViewPart>
      {session !== null && (
        <PurchaseDialog
          key={session.user.steamId}
          user={session.user}
          open={buying}
          onOpenChange={setBuying}
        />
      )}
    </Page>
  )
}

/** A description, and until when the viewer has VIP. */
function Subtitle() {
  const { t } = useTranslation()
  const { groups, expireDate } = useVipStatus()
  const lead = t(($) => $.vip.lead)
  if (!groups.includes('vip')) return <span>{lead}</span>
  const held =
    expireDate === null ? t(($) => $.vip.forGood) : t(($) => $.vip.until, { date: formatIsoDay(expireDate) })
  return <span>{[lead, held].join(lead.endsWith('.') ? ' ' : '')}</span>
}
