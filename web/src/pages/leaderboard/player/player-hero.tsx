import type { BoardPlayer } from '@clutch/contract/api/leaderboard/boards.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { formatFullDay } from '../../../app/time/community-dates.ts'
import { Badges, SteamLink } from '../player-name.tsx'
import styles from './player-hero.module.css'

/** The player's picture, name, badges, and since when they are known. */
export function PlayerHero({ player, select }: { player: BoardPlayer; select: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { nickname, steamid, avatar_url, usergroup, first, last } = player
  return (
    <section className={styles.hero}>
      <Avatar name={nickname} seed={steamid} url={avatar_url} size="xl" />
      <div className={styles.title}>
        <div className={styles.line}>
          <h1 className={styles.name}>{nickname}</h1>
          <Badges held={usergroup} />
        </div>
        <div className={styles.facts}>
          <Code>{steamid}</Code>
          <SteamLink player={player}>{t(($) => $.leaderboard.steam)}</SteamLink>
          <span>
            {t(($) => $.leaderboard.seen, {
              first: formatFullDay(first, i18n.language),
              last: formatFullDay(last, i18n.language),
            })}
          </span>
        </div>
      </div>
      {select}
    </section>
  )
}
