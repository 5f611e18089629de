import type { RentalMode } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import { mapName } from '@clutch/contract/rules/servers/map-name.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import { isExpired } from '../../rental-state.ts'
import { useDisabledReason } from '../actions/use-disabled-reason.ts'
import type { CardProps } from '../card-props.ts'
import styles from './play-line.module.css'

/** Those in which two teams play for a score. */
const scoredModes: ReadonlySet<RentalMode> = new Set(['match', 'scrim'])

/** What the game server reports of itself, and where its map and mode are changed. */
export function PlayLine({ server, now, onOpen }: CardProps) {
  const { t } = useTranslation()
  const reason = useDisabledReason(server, now)('map')
  if (isExpired(server, now) || (server.live === null && server.status !== 'RUNNING')) return null
  const { live, mode, instance_name: name } = server
  return (
    <div className={styles.line}>
      <Icon name="gamepad" size="s" />
      <span className={styles.words}>
        {live !== null && <span className={styles.map}>{mapName(live.map)}</span>}
        <span>{t(($) => $.practice.card.mode[mode])}</span>
      </span>
      {live !== null && live.score !== null && (
        <span className={styles.score}>
          <VisuallyHidden>{t(($) => $.practice.card.score)} </VisuallyHidden>
          {live.score.teams.map(({ score }) => score).join(' : ')}
        </span>
      )}
      {live !== null && live.score === null && live.players > 0 && scoredModes.has(mode) && (
        <span>{t(($) => $.practice.card.noScore)}</span>
      )}
      {live !== null && (
        <Button size="sm" variant="ghost" icon="users" onClick={() => onOpen('live', server)}>
          {live.players} / {live.max}
          <VisuallyHidden> {t(($) => $.practice.card.playersOf, { name })}</VisuallyHidden>
        </Button>
      )}
      <Button
        size="sm"
        disabledReason={reason}
        aria-label={t(($) => $.practice.card.changeMapOf, { name })}
        onClick={() => onOpen('map', server)}
      >
        {t(($) => $.practice.card.changeMap)}
      </Button>
    </div>
  )
}
