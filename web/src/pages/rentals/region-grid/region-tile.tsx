import type { RentalRegion } from '@clutch/contract/api/rentals/rentals.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { ChoiceTile } from '../../../ui/choices/choice-tile.tsx'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import styles from './region-grid.module.css'

interface RegionTileProps {
  region: RentalRegion
  group: string
  /** No region can be chosen yet. */
  closed: boolean
  /** The server is in this region. */
  current: boolean
  chosen: boolean
  onChoose: () => void
}

/** A region with its code, or why it is not available. */
export function RegionTile({ region, group, closed, current, chosen, onChoose }: RegionTileProps) {
  const { t, i18n } = useTranslation()
  const { region: code, name, available, recommended } = region
  const none = !available && !current
  return (
    <ChoiceTile
      group={group}
      disabled={closed || current || !available}
      away={none || current}
      checked={chosen}
      onChoose={onChoose}
      className={joinClassNames(styles.tile, closed && styles.closed, current && styles.current)}
    >
      <b className={styles.name}>{name[i18n.language as Language]}</b>
      <small className={styles.code}>
        {current ? t(($) => $.practice.regions.current) : none ? <ClosedReason region={region} /> : code}
      </small>
      {recommended && <VisuallyHidden>{t(($) => $.practice.regions.recommended)}</VisuallyHidden>}
      {(chosen || recommended) && (
        <span className={styles.mark}>
          <Icon name={chosen ? 'check' : 'star'} size="s" filled={!chosen} />
        </span>
      )}
    </ChoiceTile>
  )
}

function ClosedReason({ region: { maintenance } }: { region: RentalRegion }) {
  const { t } = useTranslation()
  return maintenance === null ? t(($) => $.practice.regions.full) : t(($) => $.practice.regions.maintained)
}
