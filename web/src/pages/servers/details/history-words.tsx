import type { ServerHistory } from '@clutch/contract/api/servers.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { clockTime, communityTime } from '../../../app/community-time.ts'
import { Hidden } from '../../../ui/text.tsx'
import { summarise, thin } from './history-series.ts'
import styles from './history-words.module.css'

/** Rows of the table that screen readers get instead of the drawing. */
const rows = 24

/** The chart in words: one line for everybody, a table for those who do not see the drawing. */
export function HistoryWords({ history }: { history: ServerHistory }) {
  const { t } = useTranslation()
  const time = useTime(history.range)
  const summary = summarise(history.points)
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
      <Hidden>
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
            {thin(history.points, rows).map((point) => (
              <tr key={point.at}>
                <th scope="row">{time(point.at)}</th>
                <td>{point.players}</td>
                <td>{point.peak}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Hidden>
    </>
  )
}

/** A time of day, with its weekday where the range is a week. */
function useTime(range: ServerHistory['range']): (at: number) => string {
  const { i18n } = useTranslation()
  const format = communityTime(i18n.language, {
    ...(range === '7d' && { weekday: 'short' }),
    ...clockTime,
  })
  return (at) => format.format(at)
}
