import { useTranslation } from '../../../../locales/translate.ts'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { Panel } from '../../../../ui/layout/layout.tsx'
import { Timeline } from '../../../../ui/status/timeline.tsx'
import { formatExactTime } from '../rental-text.ts'
import styles from './rental-page.module.css'
import { useHistoryText, type HistoryLine } from './history-text.ts'

/** The actions of the reconciler and the operators on a rental and the problems found, the latest first. */
export function RentalHistory({ lines }: { lines: readonly HistoryLine[] }) {
  const { t } = useTranslation()
  const words = useHistoryText()
  const title = t(($) => $.adminRentals.rental.history)
  return (
    <Panel
      title={title}
      action={
        <span className={styles.count}>{t(($) => $.adminRentals.rental.lines, { count: lines.length })}</span>
      }
    >
      {lines.length === 0 ? (
        <EmptyState icon="clock" title={t(($) => $.adminRentals.rental.noHistory)} />
      ) : (
        <Timeline
          label={title}
          events={lines.map((line) => ({ id: line.id, time: formatExactTime(line.at), ...words(line) }))}
        />
      )}
    </Panel>
  )
}
