import { TextLink } from '../../../app/navigation/page-link.tsx'

/** A player's name with the way to their page on the portal. */
export function PlayerLink({ steamId, name }: { steamId: string; name: string }) {
  return (
    <TextLink to="/leaderboard/player/$steamId" params={{ steamId }}>
      {name}
    </TextLink>
  )
}
