import { slowRegionSwitchMs } from '@clutch/contract/limits.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { useNow } from '../../../app/time/use-now.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { formatMinutes } from '../card/status/creation-steps.ts'
import styles from './region-dialog.module.css'

interface SwitchRunningProps {
  /** Where the server goes, in words. */
  name: string
  /** Since when, ms since 1970. */
  since: number
}

/** G18: how long it has lasted, and from a minute on that it is long. */
export function SwitchProgress({ name, since }: SwitchRunningProps) {
  const { t } = useTranslation()
  const elapsed = useNow() - since
  return (
    <div className={styles.running}>
      <Spinner size="l" />
      <output className={styles.title}>{t(($) => $.practiceDialogs.region.running, { region: name })}</output>
      <p className={styles.elapsed}>
        <span>{t(($) => $.practiceDialogs.region.elapsed)}</span>
        <span role="timer" aria-label={t(($) => $.practiceDialogs.region.elapsed)} className={styles.time}>
          {formatMinutes(elapsed)}
        </span>
      </p>
      {elapsed >= slowRegionSwitchMs && (
        <Note tone="busy">{t(($) => $.practiceDialogs.region.longWait)}</Note>
      )}
      <FormText small>{t(($) => $.practiceDialogs.region.runningNext)}</FormText>
    </div>
  )
}
