import { useQuery } from '@tanstack/react-query'
import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { vipDurations, type VipDuration } from '@clutch/contract/rules/payments/durations.ts'
import { useState } from 'react'
import { pageLanguage, useTranslation } from '../../../locales/translate.ts'
import { formatIsoDay } from '../../../app/time/community-clock.ts'
import { Purchase, type PurchaseItem } from '../../../app/payment/purchase/purchase.tsx'
import { announceVipStatusChange, useVipStatus } from '../../../app/account/vip-status.queries.ts'
import { postToParent } from '../frame-messages.ts'
import { orderStorageName } from '../order-storage-name.ts'
import { TermChoice } from '../term-choice.tsx'
import { recipientQuery } from '../vip.queries.ts'
import { RecipientChoice, type Recipient } from './recipient-choice.tsx'
import { findRecipientError } from './recipient.ts'
import styles from './subscribe.module.css'

/** F4: a term, for oneself or as a gift, and its payment. */
export function BuyVip({ user }: { user: Identity }) {
  const { t } = useTranslation()
  const [duration, setDuration] = useState<VipDuration | null>(null)
  const [recipient, setRecipient] = useState<Recipient>({ choice: 'self', steamId: '' })
  const { groups, expireDate } = useVipStatus()
  const forGood = groups.includes('vip') && expireDate === null
  const gift = recipient.choice === 'gift'
  const missing = useMissingText(recipient, user.steamId, forGood)
  const sold = duration !== null && missing === undefined
  return (
    <Purchase
      product="vip"
      storageKey={orderStorageName}
      wanted={sold ? toPurchaseItem(duration, gift ? recipient.steamId : null) : null}
      missing={missing}
      facts={(order) => [
        { name: t(($) => $.vip.subscribe.facts.what), text: order.description[pageLanguage()] },
        {
          name: t(($) => $.vip.subscribe.facts.who),
          text: <RecipientName order={order} user={user} />,
        },
      ]}
      delivery={{
        title: t(($) => $.vip.subscribe.delivery),
        hint: t(($) => $.vip.subscribe.deliveryHint),
      }}
      paid={(order) => <PaidVip order={order} user={user} />}
      onPaid={() => {
        announceVipStatusChange()
        postToParent('vipStatusChanged')
      }}
      onDone={() => postToParent('close')}
    >
      {({ currency }) => (
        <div className={styles.chooser}>
          <TermChoice
            label={t(($) => $.vip.subscribe.terms)}
            product="vip"
            currency={currency}
            value={duration}
            onChange={setDuration}
          />
          <RecipientChoice
            value={recipient}
            onChange={setRecipient}
            own={user.steamId}
            ownName={user.username}
          />
        </div>
      )}
    </Purchase>
  )
}

function toPurchaseItem(duration: VipDuration, recipient: string | null): PurchaseItem {
  return {
    productType: 'vip',
    productId: 'plan',
    options: { duration, ...(recipient !== null && { recipient }) },
    duration,
    relocatable: false,
  }
}

/** Why there is nothing to pay for yet, in words. */
function useMissingText({ choice, steamId }: Recipient, own: string, forGood: boolean): string | undefined {
  const { t } = useTranslation()
  if (choice === 'self') return forGood ? t(($) => $.vip.subscribe.permanent) : undefined
  return findRecipientError(steamId, own) === null ? undefined : t(($) => $.vip.subscribe.steamIdMissing)
}

/** Returns the recipient's name, or their SteamID64 if the name is unknown. */
function useRecipientName({ recipient }: OrderView, user: Identity): string {
  const steamId = recipient ?? user.steamId
  const own = steamId === user.steamId
  const { data } = useQuery({ ...recipientQuery(steamId), enabled: !own })
  return own ? user.username : (data?.username ?? steamId)
}

function RecipientName({ order, user }: { order: OrderView; user: Identity }) {
  return useRecipientName(order, user)
}

/** F4: until when VIP holds now; of a gift whose it is. */
function PaidVip({ order, user }: { order: OrderView; user: Identity }) {
  const { t } = useTranslation()
  const { groups, expireDate } = useVipStatus()
  const name = useRecipientName(order, user)
  if (!order.fulfilled) return null
  const duration = vipDurations.find((sold) => sold === order.duration) ?? '1m'
  if (order.recipient !== null && order.recipient !== user.steamId)
    return (
      <p className={styles.done}>
        {t(($) => $.vip.subscribe.gifted, { name, term: t(($) => $.vip.term[duration]) })}
        {order.notOnServers && ` ${t(($) => $.payment.notOnServers)}`}
      </p>
    )
  return (
    <div className={styles.done}>
      {groups.includes('vip') && expireDate !== null && (
        <p className={styles.until}>{t(($) => $.vip.subscribe.until, { date: formatIsoDay(expireDate) })}</p>
      )}
      <p>{order.notOnServers ? t(($) => $.payment.notOnServers) : t(($) => $.vip.subscribe.inGame)}</p>
    </div>
  )
}
