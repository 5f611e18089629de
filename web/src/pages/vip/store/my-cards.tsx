import { useQuery } from '@tanstack/react-query'
import type { GiftCard } from '@clutch/contract/api/vip/vip.ts'
import { vipDurations } from '@clutch/contract/rules/payments/durations.ts'
import { formatGiftCode } from '@clutch/contract/rules/vip/gift-codes.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { formatIsoDay } from '../../../app/time/community-clock.ts'
import { CopyButton } from '../../../app/copy/copy-button.tsx'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { Code, VisuallyHidden } from '../../../ui/text/text.tsx'
import { cardsQuery } from '../vip.queries.ts'
import { maskCode } from './hidden-code.ts'
import styles from './store.module.css'

/** F4: A user's gift cards with their codes, which are masked until shown. */
export function MyCards({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const cards = useQuery(cardsQuery(steamId))
  return (
    <Panel title={t(($) => $.vip.store.mine)} padded={false}>
      {cards.isError && (
        <div className={styles.failed}>
          <ErrorNote error={cards.error} retrying={cards.isFetching} onRetry={() => void cards.refetch()} />
        </div>
      )}
      {cards.isPending && <SkeletonRows rows={3} />}
      {cards.data?.length === 0 && (
        <EmptyState icon="gift" title={t(($) => $.vip.store.none)}>
          {t(($) => $.vip.store.noneNext)}
        </EmptyState>
      )}
      {cards.data !== undefined && cards.data.length > 0 && (
        <ul className={styles.cards}>
          {cards.data.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function CardRow({ card }: { card: GiftCard }) {
  const { t } = useTranslation()
  const duration = vipDurations.find((sold) => sold === card.duration) ?? '1m'
  return (
    <li className={styles.card} data-state={card.state}>
      <div className={styles.cardWords}>
        <span className={styles.cardHead}>
          <b>{t(($) => $.vip.term[duration])}</b>
          <span className={styles.state}>{t(($) => $.vip.store.state[card.state])}</span>
        </span>
        <span className={styles.dates}>
          <span>{t(($) => $.vip.store.boughtOn, { date: formatIsoDay(card.created) })}</span>
          <CardEnd card={card} />
        </span>
      </div>
      <CardCode code={card.code} usable={card.state === 'unused'} />
    </li>
  )
}

function CardEnd({ card: { state, used, expires } }: { card: GiftCard }) {
  const { t } = useTranslation()
  if (state === 'unused') return t(($) => $.vip.store.validUntil, { date: formatIsoDay(expires) })
  return used !== null && t(($) => $.vip.store.usedOn, { date: formatIsoDay(used) })
}

/** The code, to be shown and copied; one that is no longer valid is only shown. */
function CardCode({ code, usable }: { code: string | null; usable: boolean }) {
  const { t } = useTranslation()
  const [seen, setSeen] = useState(false)
  if (code === null) return null
  const shown = formatGiftCode(code)
  return (
    <div className={styles.code}>
      {seen ? (
        <Code>{shown}</Code>
      ) : (
        <>
          <span aria-hidden="true">
            <Code>{maskCode(shown)}</Code>
          </span>
          <VisuallyHidden>{t(($) => $.vip.store.hidden)}</VisuallyHidden>
        </>
      )}
      <IconButton
        icon={seen ? 'eyeOff' : 'eye'}
        variant="ghost"
        label={seen ? t(($) => $.vip.store.hide) : t(($) => $.vip.store.show)}
        onClick={() => setSeen(!seen)}
      />
      {usable && <CopyButton text={shown} label={t(($) => $.vip.store.copy)} />}
    </div>
  )
}
