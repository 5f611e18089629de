import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'

interface PersonProps {
  /** Of the account, or its SteamID64; null where there is none to open. */
  id: string | null
  seed: string
  name: string
  avatar: string
}

/** Somebody's picture and name, with the way to their account. */
export function Person({ id, seed, name, avatar }: PersonProps) {
  return (
    <Row gap="s">
      <Avatar name={name} seed={seed} url={avatar} />
      {id === null ? name : <ConsoleLink to={`users/${id}`}>{name}</ConsoleLink>}
    </Row>
  )
}
