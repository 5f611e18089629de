import type { BoardView } from '../../board-view.ts'
import { PlayerLink } from '../player-link.tsx'
import type { OwnRank } from './use-own-rank.ts'

interface OwnNameProps {
  own: OwnRank
  view: BoardView
  className: string | undefined
}

/** The own name; it leads to the own page once there is one. */
export function OwnName({ own: { user, known }, view, className }: OwnNameProps) {
  if (!known) return <span className={className}>{user.username}</span>
  return (
    <PlayerLink steamId={user.steamId} view={view} className={className}>
      {user.username}
    </PlayerLink>
  )
}
