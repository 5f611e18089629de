import type { Health, Overview } from '@clutch/contract/api/console/console.ts'
import { formatMoney, currencySymbol } from '@clutch/contract/rules/payments/money.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { maySeePage, usePermissions } from '../kit/permissions.ts'
import { Figure, Figures } from '../../../ui/charts/figure.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'

interface FiguresRowProps {
  overview: Overview
  /** Undefined while it has not come. */
  failed: Health['jobs']['failed'] | undefined
}

/** The four numbers that count. */
export function FiguresRow({ overview, failed }: FiguresRowProps) {
  const { t, i18n } = useTranslation()
  const showsJobs = maySeePage(usePermissions(), 'jobs')
  const { players, rentals, revenue, range } = overview
  const [first, ...others] = revenue?.today ?? []
  const sum = first && formatMoney(first.amount, first.currency).replace(currencySymbol(first.currency), '')
  return (
    <Figures>
      <Figure
        label={t(($) => $.adminOverview.players)}
        value={players.now.toLocaleString(i18n.language)}
        note={players.change !== null && <Change percent={players.change} range={range} />}
        noteTone={players.change !== null && players.change < 0 ? 'bad' : 'good'}
      />
      {revenue && (
        <Figure
          label={t(($) => $.adminOverview.revenueToday)}
          sign={first && currencySymbol(first.currency)}
          value={sum ?? '0'}
          note={others.length > 0 && others.map((one) => formatMoney(one.amount, one.currency)).join(' ')}
        />
      )}
      {rentals && (
        <Figure
          label={t(($) => $.adminOverview.rentals)}
          value={rentals.active}
          note={rentals.endingToday > 0 && t(($) => $.adminOverview.endingToday, { n: rentals.endingToday })}
        />
      )}
      {showsJobs && (
        <Figure
          label={t(($) => $.adminOverview.failedJobs)}
          value={failed ?? '-'}
          icon={failed !== undefined && failed > 0 ? 'warning' : undefined}
          note={failed !== undefined && failed > 0 && t(($) => $.adminOverview.needed)}
          bad={failed !== undefined && failed > 0}
        />
      )}
    </Figures>
  )
}

function Change({ percent, range }: { percent: number; range: Overview['range'] }) {
  const { t } = useTranslation()
  const said = t(($) => $.adminOverview.against[range])
  return (
    <span data-tooltip={said}>
      {percent > 0 ? '+' : ''}
      {percent.toFixed(1)}%<VisuallyHidden> {said}</VisuallyHidden>
    </span>
  )
}
