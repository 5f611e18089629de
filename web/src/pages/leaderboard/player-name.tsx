import { sortForBadges, type GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import { steamProfileUrl } from '@clutch/contract/rules/accounts/steam-id.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { OutsideLink } from '../../app/navigation/outside-link.tsx'
import { Badge } from '../../ui/people/badge.tsx'

/** A player's badges, the highest first. */
export function Badges({ held }: { held: readonly GrantedGroup[] }) {
  const { t } = useTranslation()
  return sortForBadges(held).map((group) => (
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
  /** The text next to the icon; without it the icon is alone and has a name for screen readers. */
  children?: ReactNode
}

/** The player's page at Steam. */
export function SteamLink({ player, children }: SteamLinkProps) {
  const { t } = useTranslation()
  return (
    <OutsideLink
      href={steamProfileUrl(player.steamid)}
      tooltip={t(($) => $.leaderboard.steam)}
      name={t(($) => $.leaderboard.steamOf, { name: player.nickname })}
    >
      {children}
    </OutsideLink>
  )
}
