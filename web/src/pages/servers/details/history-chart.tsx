import type { ServerHistory } from '@clutch/contract/api/servers/servers.ts'
import { communityTimeZone } from '@clutch/contract/limits.ts'
import { useCallback, useMemo } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useTheme } from '../../../app/browser/theme.ts'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { createHistoryChartOptions } from './history-chart-options.ts'
import { createHistoryData } from './history-data.ts'

/** The drawing of a history. It says nothing to screen readers: `HistoryWords` does. */
export function HistoryChart({ history }: { history: ServerHistory }) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const data = useMemo(() => createHistoryData(history), [history])
  const options = useCallback(
    (style: CSSStyleDeclaration) => {
      const labels = {
        time: t(($) => $.servers.detail.time),
        average: t(($) => $.servers.detail.average),
        peak: t(($) => $.servers.detail.peak),
      }
      return createHistoryChartOptions(style, labels, history.range, i18n.language)
    },
    [t, i18n.language, history.range],
  )
  // The colours are read when it is drawn: another theme is another drawing.
  return <LineChart key={theme} data={data} options={options} timeZone={communityTimeZone} />
}
