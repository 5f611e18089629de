import type { TrendDay } from '@clutch/contract/api/leaderboard/boards.ts'
import { formatHours, formatStat } from '@clutch/contract/rules/leaderboard/board-stats.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { formatShortDay } from '../../../app/time/community-dates.ts'
import { useStatText } from '../use-stat-text.ts'
import { killDeathRatio, summarizeTrend } from './trend-data.ts'
import styles from './trend.module.css'

/** The trend in words: a legend and one line for all, and a table for screen readers. */
export function TrendSummaryText({ days }: { days: readonly TrendDay[] }) {
  const { t, i18n } = useTranslation()
  const words = useStatText()
  const summary = summarizeTrend(days)
  if (summary === null) return null
  const day = (name: string) => formatShortDay(name, i18n.language)
  return (
    <>
      <p className={styles.legend} aria-hidden="true">
        <span className={styles.kills}>{words.name('kills')}</span>
        <span className={styles.kda}>{words.name('kda')}</span>
      </p>
      <p className={styles.summary}>
        {t(($) => $.leaderboard.trend.summary, {
          count: summary.days,
          from: day(summary.from),
          to: day(summary.to),
          best: day(summary.best),
          kills: formatStat('kills', summary.kills),
          most: formatStat('kills', summary.most),
          kda: formatStat('kda', summary.kda),
        })}
      </p>
      <VisuallyHidden>
        <table>
          <caption>{t(($) => $.leaderboard.trend.title)}</caption>
          <thead>
            <tr>
              <th scope="col">{t(($) => $.leaderboard.trend.day)}</th>
              <th scope="col">{words.name('kills')}</th>
              <th scope="col">{words.name('kda')}</th>
              <th scope="col">{words.name('playtime')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((one) => (
              <tr key={one.day}>
                <th scope="row">{day(one.day)}</th>
                <td>{formatStat('kills', one.kills)}</td>
                <td>{formatStat('kda', killDeathRatio(one) ?? 0)}</td>
                <td>{formatHours(one.playtime)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
