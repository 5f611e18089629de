import type { Overview } from '@clutch/contract/api/console/console.ts'
import { formatMoney, type Currency } from '@clutch/contract/rules/payments/money.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { communityTimeFormat } from '../../../app/time/community-time.ts'
import { formatShortDay, startOfDay } from '../../../app/time/community-dates.ts'
import { Row, Panel } from '../../../ui/layout/layout.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { BarsLegend, StackedBars } from '../../../ui/charts/stacked-bars.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'

/** What came in less what went back on each of seven days, in one currency at a time. */
export function RevenuePanel({ revenue }: { revenue: NonNullable<Overview['revenue']> }) {
  const { t } = useTranslation()
  const currencies = revenue.today.map(({ currency }) => currency)
  const [chosen, choose] = useState<Currency>('CNY')
  const currency = currencies.includes(chosen) ? chosen : (currencies[0] ?? 'CNY')
  return (
    <Panel
      title={t(($) => $.adminOverview.revenue)}
      action={
        <Row gap="s">
          <BarsLegend upper={t(($) => $.adminOverview.rental)} lower={t(($) => $.adminOverview.vip)} />
          {currencies.length > 1 && (
            <SegmentedControl
              label={t(($) => $.adminOverview.currency)}
              options={currencies.map((value) => ({ value, text: value }))}
              value={currency}
              onChange={choose}
            />
          )}
        </Row>
      }
    >
      <Days days={revenue.days.filter((day) => day.currency === currency)} />
    </Panel>
  )
}

function Days({ days }: { days: NonNullable<Overview['revenue']>['days'] }) {
  const { t, i18n } = useTranslation()
  const weekday = communityTimeFormat(i18n.language, { weekday: 'short' })
  const last = days.at(-1)?.day
  const nameOf = (day: string) =>
    day === last ? t(($) => $.adminOverview.today) : formatShortDay(day, i18n.language)
  const money = (amount: number, { currency }: { currency: Currency }) => formatMoney(amount, currency)
  return (
    <>
      <StackedBars
        bars={days.map((one) => ({
          key: one.day,
          label: one.day === last ? nameOf(one.day) : weekday.format(startOfDay(one.day)),
          upper: one.rental,
          lower: one.vip,
          current: one.day === last,
          tooltip: t(($) => $.adminOverview.revenueTip, {
            day: nameOf(one.day),
            sum: money(one.rental + one.vip, one),
            rental: money(one.rental, one),
            vip: money(one.vip, one),
          }),
        }))}
      />
      <VisuallyHidden>
        <table>
          <caption>{t(($) => $.adminOverview.revenue)}</caption>
          <thead>
            <tr>
              <th scope="col">{t(($) => $.adminOverview.day)}</th>
              <th scope="col">{t(($) => $.adminOverview.rental)}</th>
              <th scope="col">{t(($) => $.adminOverview.vip)}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((one) => (
              <tr key={one.day}>
                <th scope="row">{nameOf(one.day)}</th>
                <td>{money(one.rental, one)}</td>
                <td>{money(one.vip, one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
