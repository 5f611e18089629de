import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { connectCommand, joinLink } from '@clutch/contract/rules/servers/join-link.ts'
import { displayName, isOnline } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { ButtonLink, IconButton } from '../../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../../app/copy/copy-button.tsx'
import { usePortal } from '../../../../app/portal/portal-context.ts'
import { useServerText } from '../../use-server-text.ts'
import styles from './server-actions.module.css'
import { toggleFavourite } from '../favourites/use-favourites.ts'

interface ServerActionsProps {
  server: Server
  favourite: boolean
  /** The short word of a phone. */
  short?: boolean
}

/** D3: favourite, copy the connect command, join. */
export function ServerActions({ server, favourite, short = false }: ServerActionsProps) {
  const { t } = useTranslation()
  const name = displayName(server)
  return (
    <span className={styles.actions}>
      <FavouriteButton server={server} favourite={favourite} />
      <CopyButton text={connectCommand(server)} label={t(($) => $.servers.copy, { name })} />
      <JoinLink server={server}>{short ? t(($) => $.servers.joinShort) : t(($) => $.servers.join)}</JoinLink>
    </span>
  )
}

/** D3: keeps the server as a favourite of this device, or no longer. */
export function FavouriteButton({ server, favourite }: Pick<ServerActionsProps, 'server' | 'favourite'>) {
  const { t } = useTranslation()
  const name = displayName(server)
  return (
    <IconButton
      icon="heart"
      variant="ghost"
      filled={favourite}
      aria-pressed={favourite}
      className={favourite ? styles.favourite : styles.heart}
      label={favourite ? t(($) => $.servers.unfavourite, { name }) : t(($) => $.servers.favourite, { name })}
      tooltip={null}
      onClick={() => toggleFavourite(server.id)}
    />
  )
}

interface JoinLinkProps {
  server: Server
  primary?: boolean
  children: string
}

/** D3: opens the game; disabled for a server that is offline or in maintenance, saying why. */
export function JoinLink({ server, primary = false, children }: JoinLinkProps) {
  const { t } = useTranslation()
  const { join } = usePortal()
  const words = useServerText()
  const offline = isOnline(server) ? undefined : t(($) => $.servers.offline)
  return (
    <ButtonLink
      data-join
      href={joinLink(server, join)}
      variant={primary ? 'primary' : 'default'}
      aria-label={t(($) => $.servers.joinNamed, { name: displayName(server) })}
      disabledReason={words.maintenance(server) ?? offline}
    >
      {children}
    </ButtonLink>
  )
}
