import { defaultBoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { allTime } from '@clutch/contract/limits.ts'
import type { BoardGroup } from '@clutch/contract/rules/accounts/groups.ts'
import { useQueryClient } from '@tanstack/react-query'
import { FirstViewPart } from '../../../app/first-view/first-view-part.tsx'
import { useSearch } from '../../../app/router/router-provider.tsx'
import { useCallback, useMemo, useState, useEffect, useRef } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useSession } from '../../../app/session/session.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Page } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { ReloadCover } from '../../../ui/loading/reload-cover.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { useIsMobile } from '../../../ui/state/use-media-query.ts'
import { parseGroups, parseMode, toggleGroup, type BoardView } from '../board-view.ts'
import { boardQuery, forgetLaterPages } from '../leaderboard.queries.ts'
import { SeasonSelect } from '../season-select.tsx'
import { useBoardAddress, useSeasons } from '../use-seasons.ts'
import { BoardCards } from './board-cards.tsx'
import { BoardHead } from './board-head.tsx'
import { BoardTable } from './board-table.tsx'
import { BoardToolbar } from './board-toolbar.tsx'
import { OwnCard } from './own-rank/own-card.tsx'
import { PlayerDialog } from './podium/player-dialog.tsx'
import { Podium, PodiumSkeleton } from './podium/podium.tsx'
import { useBoard, type NextPages } from './use-board.ts'
import { useOwnRank, type OwnRank } from './own-rank/use-own-rank.ts'
import { BouncingDots } from '../../../ui/loading/bouncing-dots.tsx'
import styles from './board-end.module.css'

/** I1–I8: the leaderboard. */
export function BoardPage() {
  const { t } = useTranslation()
  const mobile = useIsMobile()
  const client = useQueryClient()
  const { seasons, season } = useSeasons()
  const { mode: askedMode, group: askedGroups } = useSearch()
  const view = useMemo((): BoardView => {
    return { mode: parseMode(askedMode), season: season ?? allTime, groups: parseGroups(askedGroups) }
  }, [askedMode, season, askedGroups])
  const write = useBoardAddress()
  const self = useSession()?.user.steamId ?? null
  const show = (part: Partial<BoardView>, address: Parameters<typeof write>[0]) => {
    forgetLaterPages(client, { ...view, ...part })
    write(address)
  }
  const toggle = (group: BoardGroup) =>
    show({ groups: toggleGroup(view.groups, group) }, (held) => {
      return { group: toggleGroup(parseGroups(held.group), group).join(',') || undefined }
    })
  const prefetch = () => {
    const [newest] = seasons
    // I7: A visitor who opens the seasons from all-time will probably choose the newest.
    if (view.season !== allTime || newest === undefined) return
    void client.prefetchQuery({ ...boardQuery({ ...view, season: newest.id }, self), staleTime: 10_000 })
  }

  const shown = useBoard(season === undefined ? null : view, self, !mobile)
  const { board, rows } = shown
  const own = useOwnRank(board?.view ?? null)
  return (
    <Page>
      <BoardHead
        seasons={seasons}
        board={board}
        actions={
          <SeasonSelect
            seasons={seasons}
            season={view.season}
            onChange={(chosen) => show({ season: chosen }, { season: chosen })}
            onOpen={prefetch}
          />
        }
      />
      {mobile && own && <OwnCard own={own} view={board?.view ?? view} />}
      <BoardToolbar
        view={view}
        counts={board?.groups}
        onMode={(mode) => show({ mode }, { mode: mode === defaultBoardMode ? undefined : mode })}
        onGroup={toggle}
      />
      {shown.failed && (
        <Note
          tone="bad"
          action={
            <Button size="sm" submitting={shown.retrying} onClick={() => void shown.retry()}>
              {t(($) => $.common.retry)}
            </Button>
          }
        >
          {t(($) => $.leaderboard.failed)}
        </Note>
      )}
      <ReloadCover covered={shown.covered} label={t(($) => $.leaderboard.loading)} scrolls="with-page">
        {shown.loading && (
          <>
            {!mobile && view.groups.length === 0 && <PodiumSkeleton />}
            <SkeletonRows rows={8} />
          </>
        )}
        {!mobile && board && own && rows.length === 0 && <OwnCard own={own} view={board.view} wide />}
        {board && board.total === 0 && (
          <EmptyBoard
            filtered={board.view.groups.length > 0}
            onEverybody={() => show({ groups: [] }, { group: undefined })}
          />
        )}
        {board && board.total > 0 && (
          <FirstViewPart>
            <Players shown={{ ...shown, board }} rows={rows} own={own} mobile={mobile} />
          </FirstViewPart>
        )}
      </ReloadCover>
    </Page>
  )
}

interface PlayersProps {
  shown: ReturnType<typeof useBoard> & { board: NonNullable<ReturnType<typeof useBoard>['board']> }
  rows: readonly BoardRow[]
  own: OwnRank | null
  mobile: boolean
}

/** The cards, the rows, and the end of the list. */
function Players({ shown, rows, own, mobile }: PlayersProps) {
  const { board, onSight, more } = shown
  const [open, setOpen] = useState<BoardRow | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const list = { rows, view: board.view, total: board.total, own, onSight }
  return (
    <>
      {!mobile && board.top.length > 0 && <Podium top={board.top} mode={board.view.mode} onOpen={setOpen} />}
      {mobile && <BoardCards {...list} />}
      {!mobile && rows.length > 0 && <BoardTable {...list} />}
      <BoardEnd more={more} rows={rows.length} />
      {!mobile && <PlayerDialog player={open} view={board.view} onClose={close} />}
    </>
  )
}

function EmptyBoard({ filtered, onEverybody }: { filtered: boolean; onEverybody: () => void }) {
  const { t } = useTranslation()
  if (!filtered) {
    return (
      <EmptyState icon="chart" title={t(($) => $.leaderboard.none)}>
        {t(($) => $.leaderboard.noneNext)}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="users"
      title={t(($) => $.leaderboard.noneInGroup)}
      action={<Button onClick={onEverybody}>{t(($) => $.leaderboard.everybody)}</Button>}
    >
      {t(($) => $.leaderboard.noneInGroupNext)}
    </EmptyState>
  )
}

interface BoardFootProps {
  more: NextPages
  /** How many rows there are: with more of them the end may still be in sight. */
  rows: number
}

/** I7: The end of the list. Loads the next page when it becomes visible; says so when there is none. */
function BoardEnd({ more, rows }: BoardFootProps) {
  const { t } = useTranslation()
  const foot = useRef<HTMLDivElement>(null)
  const { there, state, load } = more
  const waits = there && state === 'idle'
  useEffect(() => {
    const end = foot.current
    if (end === null || !waits) return
    // A fast scroll reports leaving and returning in one batch.
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(),
      { threshold: 0 },
    )
    watch.observe(end)
    return () => watch.disconnect()
  }, [waits, load, rows])
  return (
    <div ref={foot} className={styles.foot}>
      {!there && t(($) => $.leaderboard.end)}
      {there && state !== 'failed' && <BouncingDots label={t(($) => $.leaderboard.loadingMore)} />}
      {there && state === 'failed' && <Button onClick={load}>{t(($) => $.leaderboard.loadMore)}</Button>}
    </div>
  )
}
