import { isWorkshopMap } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { formatIsoDay, formatTime } from '../../../app/time/community-clock.ts'
import { formatDayAndTime } from '../../../app/time/community-dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { Icon, type IconName } from '../../../ui/icons/icon.tsx'
import tones from '../../../ui/status/tones.module.css'
import { getAppliedState, isExpired } from '../rental-state.ts'
import type { CardProps } from './card-props.ts'
import styles from './card-notes.module.css'

/** Notes in addition to the status: an upcoming end (G21), a failed creation (G25), stored data. */
export function CardNotes(props: CardProps) {
  const { t, i18n } = useTranslation()
  const { server, now } = props
  if (isExpired(server, now)) {
    if (server.kept_until === null || server.kept_until <= now) return null
    const time = formatDayAndTime(server.kept_until, i18n.language)
    return (
      <NoteLine tone="muted" icon="info">
        {t(($) => $.practice.card.keptUntil, { time })}
      </NoteLine>
    )
  }
  if (server.status === 'FAILED') return <Failed {...props} />
  return (
    <>
      <StateNote {...props} />
      <ChangeNotes {...props} />
      <MapNote {...props} />
      <VerificationNote {...props} />
      <ConsoleNote {...props} />
      <UpdateNote {...props} />
      <EndNote {...props} />
    </>
  )
}

/** Why the server does not run, or what is in progress. */
function StateNote({ server, now }: CardProps) {
  const { t, i18n } = useTranslation()
  if (server.outage !== null) {
    const { reason, since } = server.outage
    const isToday = formatIsoDay(since) === formatIsoDay(now)
    const time = isToday ? formatTime(since) : formatDayAndTime(since, i18n.language)
    return (
      <NoteLine tone="bad" icon="warning">
        {t(($) => $.practice.card.outageHint, {
          reason: t(($) => $.practice.card.outage[reason], { time }),
        })}
      </NoteLine>
    )
  }
  if (server.status === 'LOST')
    return (
      <NoteLine tone="busy" icon="warning">
        {t(($) => $.practice.card.lost)}
      </NoteLine>
    )
  if (server.status === 'VERIFYING')
    return (
      <NoteLine tone="busy" icon="shield">
        {t(($) => $.practice.card.verifying)}
      </NoteLine>
    )
  return null
}

/** G14, G15: what the running game has not taken over yet, and a new address. */
function ChangeNotes({ server, now }: CardProps) {
  const { t, i18n } = useTranslation()
  const { applying, address_changed: changed } = server
  return (
    <>
      {applying.pending.map(({ kind }) => {
        const delayed = getAppliedState(server, kind, Infinity, now) === 'delayed'
        return (
          <NoteLine key={kind} tone="busy" icon={kind === 'password' ? 'key' : 'users'}>
            {delayed
              ? t(($) => $.practice.card.applyDelayed[kind])
              : t(($) => $.practice.card.applying[kind])}
          </NoteLine>
        )
      })}
      {changed !== null && (
        <NoteLine tone="busy" icon="swap">
          {t(($) => $.practice.card.addressChanged, { time: formatDayAndTime(changed, i18n.language) })}
        </NoteLine>
      )}
    </>
  )
}

/** A change of map and mode that is under way, or that the server did not take. */
function MapNote({ server }: CardProps) {
  const { t } = useTranslation()
  const { map_change: change } = server
  if (change === null) return null
  const { map, title, mode, state } = change
  const values = { map: title ?? map, mode: t(($) => $.practice.card.mode[mode]) }
  const isDownload = state === 'loading' && isWorkshopMap(map)
  return (
    <NoteLine tone={state === 'failed' ? 'bad' : 'busy'} icon="gamepad">
      {isDownload
        ? t(($) => $.practice.card.mapDownload, values)
        : t(($) => $.practice.card.mapChange[state], values)}
    </NoteLine>
  )
}

/** G24: a verification that ended with a fault, until the next one. */
function VerificationNote({ server }: CardProps) {
  const { t, i18n } = useTranslation()
  if (server.verify_failed === null || server.status === 'VERIFYING') return null
  const time = formatDayAndTime(server.verify_failed, i18n.language)
  return (
    <NoteLine tone="bad" icon="shield">
      {t(($) => $.practice.card.verifyFailed, { time })}
    </NoteLine>
  )
}

/** The portal cannot change the running game: its RCON password was changed from inside. */
function ConsoleNote({ server }: CardProps) {
  const { t } = useTranslation()
  if (server.console_refused === null || server.status !== 'RUNNING') return null
  return (
    <NoteLine tone="bad" icon="key">
      {t(($) => $.practice.card.consoleRefused)}
    </NoteLine>
  )
}

/** It runs an older version of the game, and how it gets the newer one. */
function UpdateNote({ server }: CardProps) {
  const { t, i18n } = useTranslation()
  const { game_update: update, status } = server
  if (update === null || status !== 'RUNNING') return null
  const { ready, restart_at: at } = update
  return (
    <NoteLine tone="busy" icon="swap">
      {at !== null
        ? t(($) => $.practice.card.updateBy, { time: formatDayAndTime(at, i18n.language) })
        : t(($) => (ready ? $.practice.card.updateReady : $.practice.card.outdated))}
    </NoteLine>
  )
}

/** G21: an end that comes. */
function EndNote({ server, onOpen }: CardProps) {
  const { t } = useTranslation()
  const { notice } = server
  if (notice === null) return null
  const renew = (
    <Button size="sm" onClick={() => onOpen('renew', server)}>
      {t(($) => $.practice.card.renew)}
    </Button>
  )
  return (
    <NoteLine tone="busy" icon="clock" action={server.isOwner && renew}>
      {t(($) => $.practice.card.notice[notice])}
    </NoteLine>
  )
}

function Failed({ server, onOpen }: CardProps) {
  const { t } = useTranslation()
  const offered = server.refund_offered && server.isOwner
  const refund = (
    <Button size="sm" onClick={() => onOpen('refund', server)}>
      {t(($) => $.practice.card.refund)}
    </Button>
  )
  return (
    <NoteLine tone="bad" icon="warning" action={offered && refund}>
      {server.isOwner ? t(($) => $.practice.card.failed) : t(($) => $.practice.card.failedMember)}
    </NoteLine>
  )
}

interface LineProps {
  tone: 'busy' | 'bad' | 'muted'
  icon: IconName
  action?: ReactNode
  children: ReactNode
}

function NoteLine({ tone, icon, action, children }: LineProps) {
  return (
    <div className={joinClassNames(tones[tone], styles.note, tone === 'muted' && styles.plain)}>
      <Icon name={icon} size="s" />
      <span className={styles.noteText}>{children}</span>
      {action}
    </div>
  )
}
