import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { isOnline } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { memo } from 'react'
import { joinClassNames } from '../../../../ui/styles/class-names.ts'
import { MapTile } from '../../../../ui/pictures/map-tile.tsx'
import { useServerText } from '../../use-server-text.ts'
import { DetailsLink } from './details-link.tsx'
import { ServerActions } from './server-actions.tsx'
import {
  CardSlots,
  ServerFacts,
  ServerName,
  ServerOnline,
  ServerSlots,
  type OpenPlayers,
} from './server-cells.tsx'
import styles from './server-row.module.css'

export interface ServerItemProps {
  server: Server
  favourite: boolean
  onPlayers: OpenPlayers
}

interface ServerRowProps extends ServerItemProps {
  /** Its index in the list, and how far below the list's top it lies, CSS px. */
  place: number
  top: number
}

/** One server as a row of the table (D2). Memoised: a reload draws only the rows whose server changed. */
export const ServerRow = memo(function ServerRow({
  server,
  favourite,
  onPlayers,
  place,
  top,
}: ServerRowProps) {
  const words = useServerText()
  return (
    <tr
      aria-rowindex={place + 2}
      data-row={place}
      className={joinClassNames(styles.row, !isOnline(server) && styles.offline)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td className={styles.first}>
        <DetailsLink id={server.id}>
          <MapTile map={server.map} />
        </DetailsLink>
        <span className={styles.title}>
          <ServerName server={server} onPlayers={onPlayers} />
          <ServerFacts server={server} />
        </span>
      </td>
      <td>
        <ServerSlots server={server} />
      </td>
      <td className={styles.plain}>{server.map}</td>
      <td className={styles.plain}>{words.region(server.region)}</td>
      <td>
        <ServerOnline server={server} />
      </td>
      <td className={styles.actions}>
        <ServerActions server={server} favourite={favourite} />
      </td>
    </tr>
  )
})

/** The same server as a card of a phone. */
export const ServerCard = memo(function ServerCard({ server, favourite, onPlayers }: ServerItemProps) {
  return (
    <div className={joinClassNames(styles.card, !isOnline(server) && styles.offline)}>
      <div className={styles.cardHead}>
        <DetailsLink id={server.id}>
          <MapTile map={server.map} size="s" />
        </DetailsLink>
        <span className={styles.title}>
          <ServerName server={server} onPlayers={onPlayers} />
          <ServerFacts server={server} everything />
        </span>
      </div>
      <div className={styles.cardFoot}>
        <div className={styles.cardSlots}>
          <CardSlots server={server} />
        </div>
        <ServerActions server={server} favourite={favourite} short />
      </div>
    </div>
  )
})
