import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { connectCommand } from '@clutch/contract/rules/servers/join-link.ts'
import { displayName, isOnline, isOutdated } from '@clutch/contract/rules/servers/list/server-filter.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { MapTile } from '../../../ui/pictures/map-tile.tsx'
import { useBrowserValue } from '../../../ui/state/first-rendering.ts'
import { Status } from '../../../ui/status/status-dot.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { CopyButton } from '../../../app/copy/copy-button.tsx'
import { useFavourites } from '../list/favourites/use-favourites.ts'
import { FavouriteButton, JoinLink } from '../list/rows/server-actions.tsx'
import { ServerSlots } from '../list/rows/server-cells.tsx'
import { PageLink } from '../../../app/navigation/page-link.tsx'
import { useServerText } from '../use-server-text.ts'
import styles from './server-hero.module.css'

/** The server's picture, name, state and facts, and how to get onto it. */
export function ServerHero({ server, rules }: { server: Server; rules: boolean }) {
  const { t } = useTranslation()
  const words = useServerText()
  const online = isOnline(server)
  const outdated = isOutdated(server)
  const reason = words.maintenance(server) ?? (outdated ? t(($) => $.servers.outdated) : null)
  const command = connectCommand(server)
  const name = displayName(server)
  const link = useBrowserValue(() => new URL(`/servers/details/${server.id}`, location.origin).href, '')
  return (
    <section className={styles.hero}>
      <div className={styles.top}>
        <MapTile map={server.map} size="l" />
        <div className={styles.title}>
          <h1 className={styles.name}>{name}</h1>
          <div className={styles.line}>
            <Status
              tone={reason !== null ? 'moving' : online ? 'good' : 'bad'}
              pulse={online && reason === null}
            >
              {reason ?? (online ? t(($) => $.servers.detail.online) : t(($) => $.servers.offline))}
            </Status>
            {server.locked && (
              <span className={styles.lock}>
                <Icon name="lock" size="s" />
                {t(($) => $.servers.locked)}
              </span>
            )}
          </div>
        </div>
        <div className={styles.actions}>
          <span className={styles.heart}>
            <FavouriteButton server={server} favourite={useFavourites().has(server.id)} />
          </span>
          {rules && (
            <PageLink to="/servers/rules/$id" params={{ id: server.id }} icon="rules">
              {t(($) => $.servers.rules)}
            </PageLink>
          )}
          <JoinLink server={server} primary>
            {t(($) => $.servers.join)}
          </JoinLink>
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact name={t(($) => $.servers.column.players)}>
          <ServerSlots server={server} />
        </Fact>
        <Fact name={t(($) => $.servers.detail.mode)}>{words.mode(server.category)}</Fact>
        <Fact name={t(($) => $.servers.detail.map)}>{server.map || '-'}</Fact>
        <Fact name={t(($) => $.servers.detail.region)}>{words.region(server.region)}</Fact>
        <Fact name={t(($) => $.servers.detail.tickrate)}>{server.tickrate || '-'}</Fact>
      </dl>
      <div className={styles.command}>
        <span className={styles.commandName}>{t(($) => $.servers.detail.address)}</span>
        <Code>{command}</Code>
        <span className={styles.copies}>
          <CopyButton text={command} label={t(($) => $.servers.copy, { name })}>
            {t(($) => $.servers.detail.copy)}
          </CopyButton>
          <CopyButton text={link} label={t(($) => $.servers.detail.copyLink)}>
            {t(($) => $.servers.detail.copyLink)}
          </CopyButton>
        </span>
      </div>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
