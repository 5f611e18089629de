import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { getRentalTone, type RentalTone } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Badge } from '../../../ui/people/badge.tsx'
import { MapTile } from '../../../ui/pictures/map-tile.tsx'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'
import { useIsMobile } from '../../../ui/state/use-media-query.ts'
import { isExpired } from '../rental-state.ts'
import { CardMenu } from './actions/card-menu.tsx'
import { formatMinutes } from './status/creation-steps.ts'
import type { CardProps } from './card-props.ts'
import styles from './card-head.module.css'

/** G5: the colours of the dots. */
const dots: Record<RentalTone, StatusTone> = {
  running: 'good',
  creating: 'info',
  switching: 'moving',
  ended: 'bad',
  other: 'busy',
}

/** G4: The region, name, owner and status. */
export function CardHead({ server, now, titleId, onOpen }: CardProps & { titleId: string }) {
  const { t, i18n } = useTranslation()
  const mobile = useIsMobile()
  const language = i18n.language as Language
  const { instance_name: name, region_name: from, switching, isOwner } = server
  const kind =
    server.relocatable === 1 ? t(($) => $.practice.card.relocatable) : t(($) => $.practice.card.fixed)
  const place =
    switching === null
      ? `${from[language]} · ${kind}`
      : t(($) => $.practice.card.fromTo, { from: from[language], to: switching.region_name[language] })
  return (
    <header className={styles.head}>
      <span className={styles.tile}>
        <MapTile map={(switching?.region_name ?? from).en} />
      </span>
      <div className={styles.words}>
        <div className={styles.nameLine}>
          <h3 id={titleId} className={styles.name} title={name}>
            {name}
          </h3>
          <Badge tone={isOwner ? 'own' : 'muted'}>
            {isOwner ? t(($) => $.practice.card.owner) : t(($) => $.practice.card.member)}
          </Badge>
        </div>
        <div className={styles.meta}>
          <span className={styles.place}>{place}</span>
          <span aria-hidden="true">·</span>
          <span className={styles.id}>{server.instance_id}</span>
        </div>
      </div>
      <div className={styles.state}>
        <span className={styles.statusLine}>
          <StatusWord server={server} now={now} />
          {!mobile && <CardMenu server={server} now={now} onOpen={onOpen} shape="button" />}
        </span>
      </div>
    </header>
  )
}

/** G5: a dot and a word; while it switches, for how long. */
function StatusWord({ server, now }: { server: RentalView; now: number }) {
  const { t } = useTranslation()
  const expired = isExpired(server, now)
  const tone = getRentalTone(server.status, expired)
  const { switching } = server
  return (
    <Status tone={dots[tone]} pulse={tone === 'running'}>
      {expired ? t(($) => $.practice.card.status.expired) : t(($) => $.practice.card.status[server.status])}
      {tone === 'switching' && switching !== null && (
        <span className={styles.elapsed}>{formatMinutes(now - switching.since)}</span>
      )}
    </Status>
  )
}
