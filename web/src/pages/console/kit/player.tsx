import { Stack } from '../../../ui/layout/layout.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { ConsoleLink } from './console-link.tsx'

interface PlayerProps {
  /** Null if there is no player. */
  steamId: string | null
  /** Their name in the portal; empty if unknown. */
  name: string
  /** The id of their account, where it is known. */
  account?: string
}

/** A player in a list: the name with a link to the account, and the SteamID64. */
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
