import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import { isExpired } from '../../rental-state.ts'
import { distanceTo, formatEnd } from './rental-end.ts'
import styles from './end-line.module.css'

/** G4, G6: until when it is paid for, how long that is, and its address. */
export function EndLine({ server, now }: { server: RentalView; now: number }) {
  const { t } = useTranslation()
  const { public_ip, server_port } = server
  const date = formatEnd(server, now)
  return (
    <div className={styles.line}>
      <Icon name="clock" size="s" />
      <span className={styles.end}>
        <span>
          {date === null
            ? t(($) => $.practice.card.noEnd)
            : t(($) => $.practice.card[isExpired(server, now) ? 'expired' : 'expires'], { date })}
        </span>
        <Left server={server} now={now} />
      </span>
      {server_port !== null && public_ip !== '' && (
        <span className={styles.address}>
          <VisuallyHidden>{t(($) => $.practice.card.address)} </VisuallyHidden>
          {public_ip}:{server_port}
        </span>
      )}
    </div>
  )
}

function Left({ server, now }: { server: RentalView; now: number }) {
  const { t } = useTranslation()
  if (server.status === 'CREATING')
    return <span className={styles.dim}>{t(($) => $.practice.card.about)}</span>
  const distance = distanceTo(server, now)
  if (distance === null) return null
  const { unit, count, past } = distance
  const text = past
    ? t(($) => $.practice.card.ago[unit], { count })
    : t(($) => $.practice.card.left[unit], { count })
  return <span className={styles.dim}>{text}</span>
}
