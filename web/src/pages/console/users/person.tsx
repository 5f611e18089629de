import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'

interface PersonProps {
  /** The id of the account, or its SteamID64; null if there is no page to open. */
  id: string | null
  seed: string
  name: string
  avatar: string
}

/** A user's picture and name, with a link to the account. */
export function Person({ id, seed, name, avatar }: PersonProps) {
  return (
    <Row gap="s">
      <Avatar name={name} seed={seed} url={avatar} />
      {id === null ? name : <ConsoleLink to={`users/${id}`}>{name}</ConsoleLink>}
    </Row>
  )
}
