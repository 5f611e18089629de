import { useQuery } from '@tanstack/react-query'
import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import type { VipDuration } from '@clutch/contract/rules/payments/durations.ts'
import { formatMoney, type Currency } from '@clutch/contract/rules/payments/money.ts'
import { useEffect, useEffectEvent, useId } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { ErrorNote } from '../../app/api/failed-note.tsx'
import { pricingQuery } from '../../app/payment/order/payment.queries.ts'
import { Badge } from '../../ui/people/badge.tsx'
import { ChoiceTile } from '../../ui/choices/choice-tile.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { SkeletonRows } from '../../ui/loading/skeleton.tsx'
import styles from './term-choice.module.css'
import { createTerms, type Term } from './vip-terms.ts'

interface TermChoiceProps {
  label: string
  product: ProductType
  /** What the chosen method charges in (H6). */
  currency: Currency
  /** Null until a term is chosen: the shortest one, once the offers are known. */
  value: VipDuration | null
  onChange: (value: VipDuration | null) => void
}

/** F4: One, three or twelve months, each with its price, its price per month and its saving. */
export function TermChoice({ label, product, currency, value, onChange }: TermChoiceProps) {
  const { t } = useTranslation()
  const name = useId()
  const prices = useQuery(pricingQuery(product, currency))
  const terms = prices.data && createTerms(prices.data)
  useAvailableTerm(terms, value, onChange)
  if (terms === undefined) {
    return prices.isError ? (
      <ErrorNote error={prices.error} retrying={prices.isFetching} onRetry={() => void prices.refetch()} />
    ) : (
      <SkeletonRows rows={2} />
    )
  }
  if (terms.length === 0)
    return (
      <EmptyState icon="crown" title={t(($) => $.vip.subscribe.notSold)}>
        {t(($) => $.vip.subscribe.notSoldNext)}
      </EmptyState>
    )
  return (
    <fieldset className={styles.terms}>
      <legend className={styles.label}>{label}</legend>
      {terms.map((term) => (
        <ChoiceTile
          key={term.duration}
          group={name}
          checked={term.duration === value}
          onChoose={() => onChange(term.duration)}
          className={styles.term}
        >
          <TermFacts term={term} currency={currency} />
        </ChoiceTile>
      ))}
    </fieldset>
  )
}

/** Another currency may have other terms: ensures that the selected one is available. */
function useAvailableTerm(
  terms: readonly Term[] | undefined,
  value: VipDuration | null,
  choose: (value: VipDuration | null) => void,
): void {
  const first = terms?.[0]?.duration ?? null
  const fits = terms === undefined || terms.some(({ duration }) => duration === value)
  const chooseFirst = useEffectEvent(() => value !== first && choose(first))
  useEffect(() => {
    if (!fits) chooseFirst()
  }, [fits, first])
}

function TermFacts({
  term: { duration, amount, perMonth, saving },
  currency,
}: {
  term: Term
  currency: Currency
}) {
  const { t } = useTranslation()
  return (
    <>
      <span className={styles.head}>
        <b>{t(($) => $.vip.term[duration])}</b>
        {saving > 0 && <Badge tone="own">{t(($) => $.vip.subscribe.saving, { percent: saving })}</Badge>}
      </span>
      <span className={styles.price}>{formatMoney(amount, currency)}</span>
      <span className={styles.month}>
        {t(($) => $.vip.subscribe.perMonth, { price: formatMoney(perMonth, currency) })}
      </span>
    </>
  )
}
