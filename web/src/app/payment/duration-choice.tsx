import type { ProductType } from '@clutch/contract/api/payments.ts'
import type { Duration } from '@clutch/contract/rules/durations.ts'
import { formatMoney, type Currency } from '@clutch/contract/rules/money.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceTile } from '../../ui/choice-tile.tsx'
import { TileGroup } from '../../ui/tile-group.tsx'
import styles from './duration-choice.module.css'
import { durationTiles, type DurationTile } from './duration-tiles.ts'
import { pricingQuery } from './payment.queries.ts'
import type { Choice } from './wanted.ts'

interface DurationChoiceProps {
  label: string
  /** Whose prices these are, and in what. */
  aside: string
  product: ProductType
  relocatable: boolean
  choice: Pick<Choice, 'method' | 'currency'>
  value: Duration
  onChange: (duration: Duration) => void
}

/** G10, G11, H6: the terms with their prices, in the currency of the method; what cannot be bought stays in sight. */
export function DurationChoice(props: DurationChoiceProps) {
  const { label, aside, product, relocatable, choice, value, onChange } = props
  const name = useId()
  const { data: prices } = useQuery(pricingQuery(product, choice.currency))
  const tiles = durationTiles({ prices, relocatable, method: choice.method, chosen: value })
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
            disabled={tile.off}
            away={tile.off && tile.duration !== value}
            checked={tile.duration === value}
            onChoose={() => onChange(tile.duration)}
            className={styles.tile}
          >
            <TileFacts tile={tile} currency={choice.currency} known={prices !== undefined} />
          </ChoiceTile>
        ))}
      </div>
    </TileGroup>
  )
}

interface TileFactsProps {
  tile: DurationTile
  currency: Currency
  known: boolean
}

function TileFacts({ tile: { duration, price, wrong }, currency, known }: TileFactsProps) {
  const { t } = useTranslation()
  return (
    <>
      <b className={styles.term}>{t(($) => $.payment.durations[duration])}</b>
      <span className={wrong ? styles.wrong : styles.price}>
        {wrong && t(($) => $.payment.noPrice)}
        {!wrong && price !== null && formatMoney(price, currency)}
        {!wrong && price === null && known && '-'}
      </span>
    </>
  )
}
