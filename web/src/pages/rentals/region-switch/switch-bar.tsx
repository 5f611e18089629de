import type { RentalRegion, RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { regionSwitchesPerDay } from '@clutch/contract/limits.ts'
import { pageLanguage, useTranslation } from '../../../locales/translate.ts'
import { HoldButton } from '../../../ui/buttons/hold-button.tsx'
import styles from './region-dialog.module.css'

interface SwitchBarProps {
  server: RentalView
  target: RentalRegion | null
  onHold: (target: RentalRegion) => void
}

/** G18: the switches left of the day, how long it takes, and the button that is held. */
export function SwitchBar({ server, target, onHold }: SwitchBarProps) {
  const { t } = useTranslation()
  const left = server.switches_left
  const reason =
    left === 0
      ? t(($) => $.practiceDialogs.region.noneLeft)
      : server.switching !== null
        ? t(($) => $.errors['rental.switching'])
        : target === null
          ? t(($) => $.practiceDialogs.region.choose)
          : undefined
  return (
    <div className={styles.bar}>
      <p className={styles.facts}>
        {left !== null && (
          <span className={left === 0 ? styles.noneLeft : undefined}>
            {left === 0
              ? t(($) => $.practiceDialogs.region.noneLeft)
              : t(($) => $.practiceDialogs.region.left, { count: left, max: regionSwitchesPerDay })}
          </span>
        )}
        <span>{t(($) => $.practiceDialogs.region.takes)}</span>
      </p>
      <HoldButton icon="swap" disabledReason={reason} onHold={() => target !== null && onHold(target)}>
        {target === null
          ? t(($) => $.practiceDialogs.region.holdNone)
          : t(($) => $.practiceDialogs.region.hold, { region: target.name[pageLanguage()] })}
      </HoldButton>
    </div>
  )
}
