import { Link } from '../../../app/router/page-anchor.tsx'
import type { ReactNode } from 'react'
import type { BoardView } from '../board-view.ts'

interface PlayerLinkProps {
  steamId: string
  view: BoardView
  className?: string | undefined
  children: ReactNode
}

/** To a player's own page, in the same season and mode; the way back leads to the same groups. */
export function PlayerLink({
  steamId,
  view: { season, mode, groups },
  className,
  children,
}: PlayerLinkProps) {
  return (
    <Link
      to="/leaderboard/player/$steamId"
      params={{ steamId }}
      search={{ season, mode, group: groups.join() || undefined }}
      className={className}
      preload={false}
    >
      {children}
    </Link>
  )
}
