import type { BoardPlayer } from '@clutch/contract/api/leaderboard/boards.ts'
import { useQuery } from '@tanstack/react-query'
import { FirstViewPart } from '../../../app/first-view/first-view-part.tsx'
import { useParams, useSearch } from '../../../app/router/router-provider.tsx'
import { useTranslation } from '../../../locales/translate.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { BackLink, PageLink } from '../../../app/navigation/page-link.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Page } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { PageTitle } from '../../../ui/text/page-title.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { VisuallyHidden, Code } from '../../../ui/text/text.tsx'
import { useSession } from '../../../app/session/session.ts'
import { usePortal } from '../../../app/portal/portal-context.ts'
import { parseMode } from '../board-view.ts'
import { playerQuery, userStatsQuery } from '../leaderboard.queries.ts'
import { SeasonSelect } from '../season-select.tsx'
import { StatCards } from '../stat-cards.tsx'
import { useBoardAddress, useSeasons } from '../use-seasons.ts'
import { RecentServers } from './recent-servers.tsx'
import { TrendPanel } from './trend-panel.tsx'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { formatFullDay } from '../../../app/time/community-dates.ts'
import { Badges, SteamLink } from '../player-name.tsx'
import styles from './player-hero.module.css'

/** One player: who they are, their ranks and stats in every mode, the trend, and where they played. */
export function PlayerPage() {
  const { t } = useTranslation()
  const { steamId } = useParams('/leaderboard/player/$steamId')
  const { season, mode, group } = useSearch()
  const player = useQuery(playerQuery(steamId))
  const missing = player.error instanceof ApiError && player.error.status === 404
  const board = { season, mode, group }
  return (
    <Page measured>
      <BackLink to="/leaderboard" search={board}>
        {t(($) => $.leaderboard.back)}
      </BackLink>
      {missing && (
        <>
          <VisuallyHidden>
            <h1>{t(($) => $.leaderboard.missing)}</h1>
          </VisuallyHidden>
          <EmptyState
            icon="users"
            title={t(($) => $.leaderboard.missing)}
            action={
              <PageLink to="/leaderboard" search={board}>
                {t(($) => $.leaderboard.back)}
              </PageLink>
            }
          >
            {t(($) => $.leaderboard.missingNext)}
          </EmptyState>
        </>
      )}
      {player.isError && !missing && player.data === undefined && (
        <Failed retrying={player.isFetching} retry={() => void player.refetch()} />
      )}
      {player.isPending && <SkeletonRows rows={4} />}
      {player.data && !missing && <Player player={player.data} />}
    </Page>
  )
}

function Player({ player }: { player: BoardPlayer }) {
  const { seasons, season } = useSeasons()
  const write = useBoardAddress()
  const { mode } = useSearch()
  return (
    <>
      <PageTitle>{player.nickname}</PageTitle>
      <PlayerHero
        player={player}
        select={
          season !== undefined && (
            <SeasonSelect
              seasons={seasons}
              season={season}
              onChange={(chosen) => write({ season: chosen }, false)}
            />
          )
        }
      />
      <FirstViewPart>
        {season === undefined ? (
          <SkeletonRows rows={4} />
        ) : (
          <Stats key={season} steamId={player.steamid} season={season} />
        )}
        <FirstViewPart>
          <TrendPanel
            steamId={player.steamid}
            mode={parseMode(mode)}
            onMode={(chosen) => write({ mode: chosen }, false)}
          />
          <RecentServers servers={player.servers} />
        </FirstViewPart>
      </FirstViewPart>
    </>
  )
}

function Stats({ steamId, season }: { steamId: string; season: string }) {
  const stats = useQuery(userStatsQuery(steamId, season))
  if (stats.data) return <StatCards stats={stats.data} />
  if (stats.isPending) return <SkeletonRows rows={4} />
  return <Failed retrying={stats.isFetching} retry={() => void stats.refetch()} />
}

function Failed({ retrying, retry }: { retrying: boolean; retry: () => void }) {
  const { t } = useTranslation()
  return (
    <Note
      tone="bad"
      action={
        <Button size="sm" submitting={retrying} onClick={retry}>
          {t(($) => $.common.retry)}
        </Button>
      }
    >
      {t(($) => $.leaderboard.playerFailed)}
    </Note>
  )
}

/** The player's picture, name, badges, and since when they are known. */
function PlayerHero({ player, select }: { player: BoardPlayer; select: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { nickname, steamid, avatar_url, usergroup, first, last } = player
  const { features } = usePortal()
  const own = useSession()?.user.steamId
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
          {features.reports.enabled && steamid !== own && (
            <PageLink to="/reports" search={{ player: steamid }}>
              {t(($) => $.leaderboard.report)}
            </PageLink>
          )}
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
