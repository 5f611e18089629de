import type { RentalRegion } from '@clutch/contract/api/rentals/rentals.ts'
import { regionFilters, type RegionFilter } from '@clutch/contract/rules/rentals/regions/region-filters.ts'
import { useId, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { TileGroup } from '../../../ui/choices/tile-group.tsx'
import { useIsMobile } from '../../../ui/state/use-media-query.ts'
import styles from './region-grid.module.css'
import { orderRegions } from './region-order.ts'
import { RegionTile } from './region-tile.tsx'

interface RegionGridProps {
  /** What the region is chosen for. */
  label: string
  regions: readonly RentalRegion[]
  /** The code of where the server is: it is shown first and cannot be chosen. Null for one that is still to be made. */
  current: string | null
  /** Why none can be chosen yet, in words. */
  closed?: string | null
  /** Why the portal refused the region, in words. */
  error?: string | null
  /** The code of the chosen one. */
  value: RentalRegion['region'] | null
  onChange: (region: RentalRegion['region']) => void
}

/** G10, G18: The regions for a server; full ones remain visible and are marked. */
export function RegionGrid(props: RegionGridProps) {
  const { label, regions, current, closed = null, error = null, value, onChange } = props
  const { t } = useTranslation()
  const mobile = useIsMobile()
  const id = useId()
  const [filter, setFilter] = useState<RegionFilter>('all')
  const shown = orderRegions(regions, filter, current)
  const message = error ?? closed
  return (
    <TileGroup
      label={label}
      beside={
        <span className={styles.star}>
          <Icon name="star" size="s" filled />
          {t(($) => $.practice.regions.recommended)}
        </span>
      }
      aside={
        <SegmentedControl
          wide={mobile}
          label={t(($) => $.practice.regions.filter)}
          options={regionFilters.map((one) => ({
            value: one,
            text: t(($) => $.practice.regions.filters[one]),
          }))}
          value={filter}
          onChange={setFilter}
        />
      }
      describedBy={message === null ? undefined : `${id}message`}
    >
      <div className={styles.tiles}>
        {shown.map((region) => (
          <RegionTile
            key={region.region}
            region={region}
            group={id}
            closed={closed !== null}
            current={region.region === current}
            chosen={region.region === value}
            onChoose={() => onChange(region.region)}
          />
        ))}
      </div>
      {shown.length === 0 && <p className={styles.message}>{t(($) => $.practice.regions.noneHere)}</p>}
      {message !== null && (
        <p
          id={`${id}message`}
          role={error === null ? undefined : 'alert'}
          className={joinClassNames(styles.message, error !== null && styles.wrong)}
        >
          {message}
        </p>
      )}
    </TileGroup>
  )
}
