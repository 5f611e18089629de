import { formatMoney, currencySymbol, type Currency } from '@clutch/contract/rules/payments/money.ts'
import { durationNames } from '@clutch/contract/rules/payments/duration-names.ts'
import { useQuery } from '@tanstack/react-query'
import { pageLanguage, useTranslation } from '../../../locales/translate.ts'
import { pricingQuery } from '../../../app/payment/order/payment.queries.ts'
import { useDisplayCurrency } from '../../../app/payment/checkout/use-offers.ts'
import { PanelState } from './panel-state.tsx'
import styles from './panels.module.css'
import { createPriceRows, type PriceRow } from './price-rows.ts'

/** G2, H6: what each term costs, in the currency of the page's language where anything is sold in it; folded, only where that begins. */
export function PriceTable({ all }: { all: boolean }) {
  const { t } = useTranslation()
  const currency = useDisplayCurrency('server_rental')
  const prices = useQuery(pricingQuery('server_rental', currency))
  if (prices.data === undefined) return <PanelState result={prices} all={all} />
  const rows = createPriceRows(prices.data)
  if (!all) return <CheapestLine rows={rows} currency={currency} />
  return (
    <table className={styles.prices}>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.practice.info.term)}</th>
          <th scope="col">{t(($) => $.practice.info.fixed)}</th>
          <th scope="col">{t(($) => $.practice.info.relocatable)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ duration, fixed, relocatable }) => (
          <tr key={duration}>
            <th scope="row">{durationNames[pageLanguage()][duration]}</th>
            <td>
              <Amount minor={fixed} currency={currency} />
            </td>
            <td>
              <Amount minor={relocatable} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CheapestLine({ rows, currency }: { rows: readonly PriceRow[]; currency: Currency }) {
  const { t } = useTranslation()
  const first = rows.find(({ fixed }) => fixed !== null)
  if (first?.fixed == null) return null
  return (
    <p className={styles.from}>
      {t(($) => $.practice.info.from, {
        term: durationNames[pageLanguage()][first.duration],
        amount: formatMoney(first.fixed, currency),
      })}
    </p>
  )
}

function Amount({ minor, currency }: { minor: number | null; currency: Currency }) {
  if (minor === null) return <span className={styles.none}>-</span>
  const symbol = currencySymbol(currency)
  return (
    <>
      <span className={styles.symbol}>{symbol}</span>
      <b>{formatMoney(minor, currency).replace(symbol, '')}</b>
    </>
  )
}
