import type { ServerHistory } from '@clutch/contract/api/servers/servers.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { clockTime, communityTimeFormat } from '../../../app/time/community-time.ts'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { summarizeHistory, samplePoints } from './history-data.ts'
import styles from './history-summary.module.css'

/** Rows of the table that screen readers get instead of the drawing. */
const tableRows = 24

/** The chart in words: one line for all, and a table for screen readers. */
export function HistorySummaryText({ history }: { history: ServerHistory }) {
  const { t } = useTranslation()
  const time = useTimeFormat(history.range)
  const summary = summarizeHistory(history.points)
  if (summary === null) return null
  const { from, to, peak, peakAt, mean, last } = summary
  return (
    <>
      <p className={styles.summary}>
        {t(($) => $.servers.detail.historySummary, {
          from: time(from),
          to: time(to),
          peak,
          peakAt: time(peakAt),
          mean,
          last,
        })}
      </p>
      <VisuallyHidden>
        <table>
          <caption>{t(($) => $.servers.detail.history)}</caption>
          <thead>
            <tr>
              <th scope="col">{t(($) => $.servers.detail.time)}</th>
              <th scope="col">{t(($) => $.servers.detail.average)}</th>
              <th scope="col">{t(($) => $.servers.detail.peak)}</th>
            </tr>
          </thead>
          <tbody>
            {samplePoints(history.points, tableRows).map((point) => (
              <tr key={point.at}>
                <th scope="row">{time(point.at)}</th>
                <td>{point.players}</td>
                <td>{point.peak}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}

/** A time of day, with its weekday where the range is a week. */
function useTimeFormat(range: ServerHistory['range']): (at: number) => string {
  const { i18n } = useTranslation()
  const format = communityTimeFormat(i18n.language, {
    ...(range === '7d' && { weekday: 'short' }),
    ...clockTime,
  })
  return (at) => format.format(at)
}
