import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { PageLink } from '../../../../app/navigation/page-link.tsx'
import { Avatar } from '../../../../ui/pictures/avatar.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { Code } from '../../../../ui/text/text.tsx'
import type { BoardView } from '../../board-view.ts'
import { userStatsQuery } from '../../leaderboard.queries.ts'
import { Badges, SteamLink } from '../../player-name.tsx'
import { StatCards } from '../../stat-cards.tsx'
import styles from './player-dialog.module.css'

interface PlayerDialogProps {
  /** Null: closed. */
  player: BoardRow | null
  view: BoardView
  onClose: () => void
}

/** I2: all stats of a player in every mode, the way to Steam, and the way to the player's page. */
export function PlayerDialog({ player, view, onClose }: PlayerDialogProps) {
  const { t } = useTranslation()
  // The content remains while the dialog closes.
  const [last, setLast] = useState(player)
  if (player !== null && player !== last) setLast(player)
  if (last === null) return null
  return (
    <Dialog
      open={player !== null}
      onClose={onClose}
      title={last.nickname}
      width="l"
      footer={
        <PageLink
          to="/leaderboard/player/$steamId"
          params={{ steamId: last.steamid }}
          search={{ season: view.season, mode: view.mode }}
          variant="primary"
        >
          {t(($) => $.leaderboard.playerPage)}
        </PageLink>
      }
    >
      <div className={styles.who}>
        <Avatar name={last.nickname} seed={last.steamid} url={last.avatar_url} size="l" />
        <div className={styles.facts}>
          <span className={styles.line}>
            <Badges held={last.usergroup} />
            <Code>{last.steamid}</Code>
          </span>
          <SteamLink player={last}>{t(($) => $.leaderboard.steam)}</SteamLink>
        </div>
      </div>
      <PlayerStats steamId={last.steamid} season={view.season} />
    </Dialog>
  )
}

function PlayerStats({ steamId, season }: { steamId: string; season: BoardView['season'] }) {
  const { t } = useTranslation()
  const stats = useQuery(userStatsQuery(steamId, season))
  if (stats.data) return <StatCards stats={stats.data} />
  if (stats.isPending) return <SkeletonRows rows={4} />
  return (
    <Note
      tone="bad"
      action={
        <Button size="sm" submitting={stats.isFetching} onClick={() => void stats.refetch()}>
          {t(($) => $.common.retry)}
        </Button>
      }
    >
      {t(($) => $.leaderboard.playerFailed)}
    </Note>
  )
}
