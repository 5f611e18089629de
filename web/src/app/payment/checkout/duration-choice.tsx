import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import { paypalMinHours, type Duration } from '@clutch/contract/rules/payments/durations.ts'
import { formatMoney, type Currency } from '@clutch/contract/rules/payments/money.ts'
import { chooseDuration } from '@clutch/contract/rules/payments/offers.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ChoiceTile } from '../../../ui/choices/choice-tile.tsx'
import { TileGroup } from '../../../ui/choices/tile-group.tsx'
import styles from './duration-choice.module.css'
import { createDurationTiles, type DurationTile } from './duration-tiles.ts'
import { pricingQuery } from '../order/payment.queries.ts'
import { useOffers } from './use-offers.ts'
import type { MethodChoiceState } from '../purchase/purchase-item.ts'

interface DurationChoiceProps {
  label: string
  /** Whose prices these are, and in what. */
  aside: string
  product: ProductType
  relocatable: boolean
  choice: Pick<MethodChoiceState, 'method' | 'currency'>
  value: Duration
  onChange: (duration: Duration) => void
}

/** G10, G11, H6: the terms with their prices, in the currency of the method; what cannot be bought stays in sight. */
export function DurationChoice(props: DurationChoiceProps) {
  const { label, aside, product, relocatable, choice, value, onChange } = props
  const { t } = useTranslation()
  const name = useId()
  const why = ({ bar }: DurationTile) =>
    bar === null ? undefined : t(($) => $.payment.barred[bar], { days: paypalMinHours / 24 })
  const { data: prices } = useQuery(pricingQuery(product, choice.currency))
  const tiles = createDurationTiles({ prices, relocatable, method: choice.method, chosen: value })
  useAvailableDuration(props)
  return (
    <TileGroup
      label={label}
      aside={
        <span id={`${name}aside`} className={styles.aside}>
          {aside}
        </span>
      }
      describedBy={`${name}aside`}
    >
      <div className={styles.tiles}>
        {tiles.map((tile) => (
          <ChoiceTile
            key={tile.duration}
            group={name}
            disabled={tile.bar !== null}
            away={tile.bar !== null && tile.duration !== value}
            tooltip={why(tile)}
            checked={tile.duration === value}
            onChoose={() => onChange(tile.duration)}
            className={styles.tile}
          >
            <TileFacts tile={tile} currency={choice.currency} />
          </ChoiceTile>
        ))}
      </div>
    </TileGroup>
  )
}

interface TileFactsProps {
  tile: DurationTile
  currency: Currency
}

/**
 * Changes the selected duration to one that is sold, if any: another method or region mode may have other
 * durations.
 */
function useAvailableDuration({ product, relocatable, choice, value, onChange }: DurationChoiceProps): void {
  const offers = useOffers(product)
  const { method } = choice
  const sold = method === null ? null : chooseDuration(offers, method, { duration: value, relocatable })
  const choose = useEffectEvent(() => sold !== null && onChange(sold))
  useEffect(() => {
    if (sold !== null && sold !== value) choose()
  }, [sold, value])
}

function TileFacts({ tile: { duration, price, bar, wrong }, currency }: TileFactsProps) {
  const { t } = useTranslation()
  return (
    <>
      <b className={styles.term}>{t(($) => $.payment.durations[duration])}</b>
      <span className={wrong ? styles.wrong : styles.price}>
        {wrong && t(($) => $.payment.noPrice)}
        {!wrong && bar !== null && t(($) => $.payment.barredShort[bar], { days: paypalMinHours / 24 })}
        {bar === null && price !== null && formatMoney(price, currency)}
      </span>
    </>
  )
}
