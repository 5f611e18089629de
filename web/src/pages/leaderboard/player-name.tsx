import { inBadgeOrder, type GrantedGroup } from '@clutch/contract/rules/groups.ts'
import { steamProfile } from '@clutch/contract/rules/steam-id.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Hidden } from '../../ui/text.tsx'
import styles from './player-name.module.css'

/** A player's badges, the highest first. */
export function Badges({ held }: { held: readonly GrantedGroup[] }) {
  const { t } = useTranslation()
  return inBadgeOrder(held).map((group) => (
    <Badge key={group} tone={group}>
      {t(($) => $.leaderboard.group[group])}
    </Badge>
  ))
}

/** Beside the name of who looks. */
export function YouBadge() {
  const { t } = useTranslation()
  return <Badge tone="own">{t(($) => $.leaderboard.you)}</Badge>
}

interface SteamLinkProps {
  player: { steamid: string; nickname: string }
  /** The words beside the drawing; without them the drawing stands alone and is named for screen readers. */
  children?: ReactNode
}

/** The player's page at Steam, in a new tab. */
export function SteamLink({ player, children }: SteamLinkProps) {
  const { t } = useTranslation()
  const alone = children === undefined
  return (
    <a
      className={classes(styles.steam, alone && styles.alone)}
      href={steamProfile(player.steamid)}
      target="_blank"
      rel="noopener noreferrer"
      data-tooltip={alone ? t(($) => $.leaderboard.steam) : undefined}
    >
      {children}
      <Icon name="external" size="s" />
      <Hidden>
        {alone
          ? `${t(($) => $.leaderboard.steamOf, { name: player.nickname })} (${t(($) => $.shell.newTab)})`
          : ` (${t(($) => $.shell.newTab)})`}
      </Hidden>
    </a>
  )
}
