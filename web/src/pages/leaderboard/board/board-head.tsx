import { allTime } from '@clutch/contract/limits.ts'
import { formatStat } from '@clutch/contract/rules/leaderboard/board-stats.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Emphasised } from '../../../ui/text/emphasised.tsx'
import { PageHeader } from '../../../ui/layout/layout.tsx'
import { formatDayAndTime } from '../../../app/time/community-dates.ts'
import type { Season } from '../use-seasons.ts'
import type { Board } from './board-pages.ts'

interface BoardHeadProps {
  seasons: readonly Season[]
  /** Absent before the first load. */
  board: Board | undefined
  actions: ReactNode
}

/** The title, the board's name, its number of players, and when it was updated. */
export function BoardHead({ seasons, board, actions }: BoardHeadProps) {
  const { t } = useTranslation()
  return (
    <PageHeader
      title={t(($) => $.leaderboard.title)}
      // The line keeps its height while the board is on its way.
      facts={board === undefined ? <span>{'\u00a0'}</span> : <Facts seasons={seasons} board={board} />}
      actions={actions}
      actionsAt="top"
    />
  )
}

function Facts({ seasons, board }: { seasons: readonly Season[]; board: Board }) {
  const { t, i18n } = useTranslation()
  const { season } = board.view
  const name = seasons.find(({ id }) => id === season)?.name
  return (
    <>
      {(season === allTime || name !== undefined) && <span>{name ?? t(($) => $.leaderboard.allTime)}</span>}
      <span>
        <Emphasised
          text={t(($) => $.leaderboard.ranked, {
            count: board.total,
            number: formatStat('kills', board.total),
          })}
        />
      </span>
      {board.updated !== null && (
        <span>
          {t(($) => $.leaderboard.updated, { time: formatDayAndTime(board.updated, i18n.language) })}
        </span>
      )}
    </>
  )
}
