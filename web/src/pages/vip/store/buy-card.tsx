import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { VipDuration } from '@clutch/contract/rules/payments/durations.ts'
import { formatGiftCode } from '@clutch/contract/rules/vip/gift-codes.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { formatIsoDay } from '../../../app/time/community-clock.ts'
import { CopyButton } from '../../../app/copy/copy-button.tsx'
import { Purchase } from '../../../app/payment/purchase/purchase.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { TermChoice } from '../term-choice.tsx'
import { cardsQuery, refetchCards } from '../vip.queries.ts'
import styles from './store.module.css'

/** F4: a card and its payment; its code is shown once it is paid. */
export function BuyCard({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [duration, setDuration] = useState<VipDuration | null>(null)
  return (
    <Panel title={t(($) => $.vip.store.buy)}>
      <Purchase
        product="vip_card"
        storageKey="card"
        wanted={
          duration && {
            productType: 'vip_card',
            productId: 'card',
            options: { duration },
            duration,
            relocatable: false,
          }
        }
        delivery={{ title: t(($) => $.vip.store.delivery), hint: t(($) => $.vip.store.deliveryHint) }}
        paid={(order) => <PaidCard order={order} steamId={steamId} />}
        onPaid={() => void refetchCards(client, steamId)}
        onDone={() => undefined}
      >
        {({ currency }) => (
          <TermChoice
            label={t(($) => $.vip.store.kind)}
            product="vip_card"
            currency={currency}
            value={duration}
            onChange={setDuration}
          />
        )}
      </Purchase>
    </Panel>
  )
}

/** The code of the card of an order, to be copied. */
function PaidCard({ order, steamId }: { order: OrderView; steamId: string }) {
  const { data } = useQuery(cardsQuery(steamId))
  const card = data?.find(({ orderId }) => orderId === order.id)
  if (card === undefined || card.code === null) return null
  return <PaidCode code={formatGiftCode(card.code)} expires={card.expires} />
}

/** Comes into sight: the form before it was higher, and a phone is left below it. */
function PaidCode({ code, expires }: { code: string; expires: number }) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className={styles.bought}>
      <span className={styles.label}>{t(($) => $.vip.store.code)}</span>
      <code className={styles.bigCode}>{code}</code>
      <CopyButton text={code} label={t(($) => $.vip.store.copy)}>
        {t(($) => $.vip.store.copyShort)}
      </CopyButton>
      <p className={styles.keep}>{t(($) => $.vip.store.keep, { date: formatIsoDay(expires) })}</p>
    </div>
  )
}
