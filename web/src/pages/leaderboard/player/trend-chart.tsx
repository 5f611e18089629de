import type { TrendDay } from '@clutch/contract/api/leaderboard/boards.ts'
import { communityTimeZone } from '@clutch/contract/limits.ts'
import { useCallback, useMemo } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { communityTimeFormat } from '../../../app/time/community-time.ts'
import { useTheme } from '../../../app/browser/theme.ts'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { createTrendChartOptions } from './trend-chart-options.ts'
import { createTrendData } from './trend-data.ts'

/** The drawing of a trend up to `now` (ms since 1970). It says nothing to screen readers: `TrendWords` does. */
export function TrendChart({ days, now }: { days: readonly TrendDay[]; now: number }) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const data = useMemo(() => createTrendData(days, now), [days, now])
  const options = useCallback(
    (style: CSSStyleDeclaration) => {
      const format = communityTimeFormat(i18n.language, { month: 'numeric', day: 'numeric' })
      const labels = {
        day: t(($) => $.leaderboard.trend.day),
        kills: t(($) => $.leaderboard.stat.kills),
        kda: t(($) => $.leaderboard.stat.kda),
      }
      return createTrendChartOptions(style, labels, (seconds) => format.format(seconds * 1000))
    },
    [t, i18n.language],
  )
  // The colours are read when it is drawn: another theme is another drawing.
  return <LineChart key={theme} data={data} options={options} timeZone={communityTimeZone} />
}
