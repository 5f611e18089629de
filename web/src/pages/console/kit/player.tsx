import { Stack } from '../../../ui/layout/layout.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { ConsoleLink } from './console-link.tsx'

interface PlayerProps {
  /** Null for nobody. */
  steamId: string | null
  /** What the portal calls them; empty where nobody knows. */
  name: string
  /** The id of their account, where it is known. */
  account?: string
}

/** A player in a list: what they are called with the way to their account, and their SteamID64. */
export function PlayerCell({ steamId, name, account }: PlayerProps) {
  if (steamId === null) return '-'
  const link = <ConsoleLink to={`users/${account ?? steamId}`}>{name || steamId}</ConsoleLink>
  if (name === '') return link
  return (
    <Stack gap="xs">
      {link}
      <Code>{steamId}</Code>
    </Stack>
  )
}
