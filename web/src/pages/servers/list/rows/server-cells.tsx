import type { Server } from '@clutch/contract/api/servers/servers.ts'
import {
  displayName,
  isInMaintenance,
  isOnline,
  isOutdated,
} from '@clutch/contract/rules/servers/list/server-filter.ts'
import { currentPlayers, maxPlayers } from '@clutch/contract/rules/servers/list/player-slots.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { SlotMeter } from '../../../../ui/status/slot-meter.tsx'
import { Status } from '../../../../ui/status/status-dot.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import { modeTone, useServerText } from '../../use-server-text.ts'
import styles from './server-cells.module.css'

/** D3: the name opens the players. A star marks a pinned server, a lock one that asks for a password. */
export function ServerName({ server, onPlayers }: { server: Server; onPlayers: OpenPlayers }) {
  const { t } = useTranslation()
  return (
    <span className={styles.name}>
      {server.ontop > 0 && <Mark icon="star" label={t(($) => $.servers.pinned)} />}
      <button
        type="button"
        className={styles.nameButton}
        aria-haspopup="dialog"
        data-server={server.id}
        onClick={(event) => onPlayers(server, event.currentTarget)}
      >
        {displayName(server)}
      </button>
      {server.locked && <Mark icon="lock" label={t(($) => $.servers.locked)} />}
    </span>
  )
}

export type OpenPlayers = (server: Server, name: HTMLElement) => void

function Mark({ icon, label }: { icon: 'star' | 'lock'; label: string }) {
  return (
    <span className={icon === 'star' ? styles.star : styles.lock} data-tooltip={label}>
      <Icon name={icon} size="s" filled={icon === 'star'} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

/** The mode and what the operator wrote beside it; on a phone map and region too. */
export function ServerFacts({ server, everything = false }: { server: Server; everything?: boolean }) {
  const words = useServerText()
  const facts = everything ? [server.map, words.region(server.region)] : [server.tickrate]
  return (
    <span className={styles.facts}>
      <Tag tone={modeTone(server.category)}>{words.mode(server.category)}</Tag>
      {facts
        .filter((fact) => fact !== '')
        .map((fact) => ` · ${fact}`)
        .join('')}
    </span>
  )
}

/** D2: whether it answers, or why players cannot join it all the same. */
export function ServerOnline({ server }: { server: Server }) {
  const { t } = useTranslation()
  const words = useServerText()
  const state = onlineState(server)
  const reason = state === 'outdated' ? t(($) => $.servers.outdated) : words.maintenance(server)
  return (
    <span className={styles.online} data-tooltip={reason ?? undefined}>
      <Status tone={tones[state]}>
        <span className={styles.onlineWord}>{t(($) => $.servers.state[state])}</span>
      </Status>
    </span>
  )
}

const tones = { online: 'good', offline: 'muted', maintenance: 'moving', outdated: 'busy' } as const

function onlineState(server: Server): keyof typeof tones {
  if (isInMaintenance(server)) return 'maintenance'
  if (isOutdated(server)) return 'outdated'
  return isOnline(server) ? 'online' : 'offline'
}

/** A card has no room for two states: the players are there only of a server that can be joined. */
export function CardSlots({ server }: { server: Server }) {
  return onlineState(server) === 'online' ? <ServerSlots server={server} /> : <ServerOnline server={server} />
}

/** Current and most players over the slot meter. */
export function ServerSlots({ server }: { server: Server }) {
  const { t } = useTranslation()
  const [current, max, { reserved }] = [currentPlayers(server), maxPlayers(server), server]
  if (!isOnline(server)) return <span className={styles.none}>-</span>
  return (
    <span className={styles.slots}>
      <span className={styles.count}>
        <b>{current}</b>
        <small> / {max}</small>
      </span>
      <SlotMeter
        current={current}
        max={max}
        reserved={reserved}
        label={
          reserved > 0
            ? t(($) => $.servers.slots, { current, max, reserved })
            : t(($) => $.servers.slotsPlain, { current, max })
        }
      />
    </span>
  )
}
