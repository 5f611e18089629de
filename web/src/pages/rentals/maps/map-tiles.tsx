import { useId } from 'react'
import { ChoiceTile } from '../../../ui/choices/choice-tile.tsx'
import { MapTile } from '../../../ui/pictures/map-tile.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import styles from './maps.module.css'

interface MapTilesProps<Id extends string> {
  /** The label of the choice, for screen readers. */
  label: string
  /** `id`: an official map's name, or the number of one of the Workshop. */
  maps: readonly { id: Id; title: string; picture: string | null }[]
  value: string | null
  onChange: (map: Id) => void
}

/** Maps to choose from, each with the operator's picture or a drawn one. */
export function MapTiles<Id extends string>({ label, maps, value, onChange }: MapTilesProps<Id>) {
  const group = useId()
  return (
    <fieldset className={styles.maps}>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      {maps.map(({ id, title, picture }) => (
        <ChoiceTile
          key={id}
          group={group}
          checked={id === value}
          onChoose={() => onChange(id)}
          className={styles.map}
        >
          {picture === null ? (
            <span className={styles.drawn}>
              <MapTile map={id} size="l" />
            </span>
          ) : (
            <img className={styles.picture} src={picture} alt="" loading="lazy" />
          )}
          <span className={styles.name}>
            <span className={styles.title}>{title}</span>
            <span className={styles.code}>{id}</span>
          </span>
        </ChoiceTile>
      ))}
    </fieldset>
  )
}
