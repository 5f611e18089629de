import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { clockTime, communityTimeFormat } from '../../../../app/time/community-time.ts'
import { joinClassNames } from '../../../../ui/styles/class-names.ts'
import { creationProgress, completedShare } from './creation-steps.ts'
import styles from './creation-line.module.css'

interface MakingLineProps {
  name: string
  steps: NonNullable<RentalView['steps']>
}

/** How far the making of a server is: its steps with their times, and how much of the way that is. */
export function CreationLine({ name, steps }: MakingLineProps) {
  const { t, i18n } = useTranslation()
  const reached = creationProgress(steps)
  const share = completedShare(reached)
  const time = communityTimeFormat(i18n.language, { ...clockTime, second: '2-digit' })
  return (
    <div data-making className={styles.making}>
      <ol aria-label={t(($) => $.practice.card.progress, { name })} className={styles.steps}>
        {reached.map(({ step, at, state }) => (
          <li
            key={step}
            aria-current={state === 'now' ? 'step' : undefined}
            className={joinClassNames(styles.step, styles[state])}
          >
            <span>{t(($) => $.practice.card.steps[step])}</span>
            <span className={styles.at}>{at === null ? '' : time.format(at)}</span>
          </li>
        ))}
      </ol>
      <div aria-hidden="true" className={styles.progress}>
        <span className={styles.done} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

/** The server moves to another region: the progress is unknown. */
export function MovingLine() {
  return (
    <div data-making aria-hidden="true" className={styles.making}>
      <div className={styles.progress}>
        <span className={styles.moving} />
      </div>
    </div>
  )
}
