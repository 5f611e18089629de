import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { rentalSlots } from '@clutch/contract/limits.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { formatTermEnd } from '../../../app/time/community-time.ts'
import { PurchaseSummary } from '../../../app/payment/purchase/purchase-summary.tsx'
import { Facts } from '../../../ui/tables/facts.tsx'
import { formatEnd } from '../card/status/rental-end.ts'
import { serverEnd, regionModeOf, getRenewedEnd } from './renewal.ts'
import styles from './renewal-facts.module.css'

/** What a server is, in one line. */
export function useServerSummary(server: RentalView): string {
  const { t, i18n } = useTranslation()
  return t(($) => $.practiceBuy.facts.setupText, {
    mode: t(($) => $.practiceBuy.modes[regionModeOf(server)]),
    region: server.region_name[i18n.language as Language],
    slots: rentalSlots,
  })
}

/** Which server it is, and when it ends. */
export function ServerFacts({ server, now }: { server: RentalView; now: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.server}>
      <Facts
        facts={[
          { name: t(($) => $.practiceBuy.facts.server), text: server.instance_name },
          { name: t(($) => $.practiceBuy.facts.setup), text: useServerSummary(server) },
          { name: t(($) => $.practiceBuy.facts.until), text: formatEnd(server, now) ?? '-' },
        ]}
      />
    </div>
  )
}

interface SummaryProps {
  server: RentalView
  duration: Duration
  /** Until when it then runs, ms since 1970. */
  end: number
}

/** The order, and the new end of the server. */
export function Summary({ server, duration, end }: SummaryProps) {
  const { t, i18n } = useTranslation()
  const facts = [
    t(($) => $.practiceBuy.modes[regionModeOf(server)]),
    server.region_name[i18n.language as Language],
    t(($) => $.payment.durations[duration]),
  ]
  return (
    <PurchaseSummary
      what={facts.join(' · ')}
      promise={t(($) => $.practiceBuy.renew.whenRenewed, { day: formatTermEnd(end, duration) })}
    />
  )
}

interface NewEndProps {
  order: OrderView
  late: boolean
  /** The server before the renewal, and its current state. */
  before: RentalView
  server: RentalView
}

/** G13: until when it runs now. */
export function NewEnd({ order, late, before, server }: NewEndProps) {
  const { t } = useTranslation()
  const end = getRenewedEnd({ order, late, before: serverEnd(before), now: serverEnd(server) })
  return (
    <p className={styles.end}>
      {t(($) => $.practiceBuy.renew.until, { day: formatTermEnd(end, order.duration) })}
    </p>
  )
}
