import { memo, useId } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { createMapArt, formatMapName, type MapArt } from './map-art.ts'
import styles from './map-tile.module.css'

interface MapTileProps {
  /** The map's full name, such as `de_mirage`. */
  map: string
  /** 64 × 36, 72 × 40 (default), or 160 × 88 for a page of one server. */
  size?: 's' | 'm' | 'l'
}

const artCache = new Map<string, MapArt>()

function getMapArt(map: string): MapArt {
  const art = artCache.get(map) ?? createMapArt(map)
  artCache.set(map, art)
  return art
}

/** A picture generated from the map's name; the name itself is elsewhere in the row. */
export const MapTile = memo(function MapTile({ map, size = 'm' }: MapTileProps) {
  const id = useId()
  const { from, to, lines } = getMapArt(map)
  return (
    <span className={joinClassNames(styles.tile, styles[size])} aria-hidden="true">
      <svg className={styles.art} viewBox="0 0 72 40" preserveAspectRatio="xMidYMid slice">
        <linearGradient id={id} x1="0" y1="0" x2="0.9" y2="1">
          <stop offset="0" stopColor={from} />
          <stop offset="1" stopColor={to} />
        </linearGradient>
        <rect width="72" height="40" fill={`url(#${id})`} />
        <path className={styles.lines} d={lines.join('')} />
      </svg>
      <span className={styles.label}>{formatMapName(map)}</span>
    </span>
  )
})
