import type { Reply } from '@clutch/contract/api/call.ts'
import type { listRentalMaps } from '@clutch/contract/api/rentals/map-changes.ts'
import type { OfficialMap } from '@clutch/contract/rules/rentals/rental-maps.ts'
import { useId } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ChoiceTile } from '../../../ui/choices/choice-tile.tsx'
import { MapTile } from '../../../ui/pictures/map-tile.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import styles from './maps.module.css'

interface OfficialMapsProps {
  maps: Reply<typeof listRentalMaps>['maps']
  value: OfficialMap | null
  onChange: (map: OfficialMap) => void
}

/** The maps of the game, each with the operator's picture or a drawn one. */
export function OfficialMaps({ maps, value, onChange }: OfficialMapsProps) {
  const { t } = useTranslation()
  const group = useId()
  return (
    <fieldset className={styles.maps}>
      <legend>
        <VisuallyHidden>{t(($) => $.practiceDialogs.map.sources.official)}</VisuallyHidden>
      </legend>
      {maps.map(({ name, picture }) => (
        <ChoiceTile
          key={name}
          group={group}
          checked={name === value}
          onChoose={() => onChange(name)}
          className={styles.map}
        >
          {picture === null ? (
            <span className={styles.drawn}>
              <MapTile map={name} size="l" />
            </span>
          ) : (
            <img className={styles.picture} src={picture} alt="" loading="lazy" />
          )}
          <span className={styles.name}>
            <span className={styles.title}>{t(($) => $.practiceDialogs.map.names[name])}</span>
            <span className={styles.code}>{name}</span>
          </span>
        </ChoiceTile>
      ))}
    </fieldset>
  )
}
