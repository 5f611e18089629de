import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Status } from '../../../ui/status/status-dot.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import type { Column } from '../kit/list/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/list/local-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { SeasonDialog } from './season-dialog.tsx'
import {
  cancelSeason,
  closeSeason,
  endSeason,
  reopenSeason,
  seasonsQuery,
  type Season,
} from './seasons.queries.ts'
import { useSeasonName } from './season-name.ts'

/** J, I6: every season, newest first: opened or scheduled, changed, closed, and reopened. */
export function SeasonsPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(seasonsQuery)
  const [opening, setOpening] = useState(false)
  const { rowActions, dialogs } = useSeasonActions(data ?? [])
  return (
    <ConsolePage>
      <LocalList
        label={t(($) => $.adminSeasons.seasons.label)}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        columns={useColumns()}
        keyOf={({ id }) => id}
        current={data?.find(({ state }) => state === 'open')?.id}
        sortedBy="starts"
        direction="desc"
        rowActions={rowActions}
        empty={{
          title: t(($) => $.adminSeasons.seasons.none),
          next: t(($) => $.adminSeasons.seasons.noneNext),
        }}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setOpening(true)}>
            {t(($) => $.adminSeasons.seasons.open)}
          </Button>
        }
      />
      {opening && <SeasonDialog onClose={() => setOpening(false)} />}
      {dialogs}
    </ConsolePage>
  )
}

const tones = { scheduled: 'busy', open: 'good', closed: 'muted' } as const

function useColumns(): Column<Season>[] {
  const { t } = useTranslation()
  const state = (season: Season) => t(($) => $.adminSeasons.seasons.states[season.state])
  return [
    { id: 'zh', title: t(($) => $.adminSeasons.seasons.zh), value: ({ name }) => name.zh },
    { id: 'en', title: t(($) => $.adminSeasons.seasons.en), value: ({ name }) => name.en, grow: true },
    {
      id: 'state',
      title: t(($) => $.adminSeasons.seasons.state),
      value: state,
      cell: (season) => <Status tone={tones[season.state]}>{state(season)}</Status>,
    },
    {
      id: 'starts',
      title: t(($) => $.adminSeasons.seasons.starts),
      value: ({ starts }) => formatConsoleTime(starts),
    },
    {
      id: 'ends',
      title: t(($) => $.adminSeasons.seasons.ends),
      value: ({ ends }) => formatConsoleTime(ends),
    },
    { id: 'rows', title: t(($) => $.adminSeasons.seasons.rows), value: ({ rows }) => rows, end: true },
  ]
}

/** Returns the actions on a season, and their dialogs. */
function useSeasonActions(seasons: readonly Season[]) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<Season | null>(null)
  const { askClose, askReopen, askCancel, asking } = useSeasonConfirmations()
  const last = seasons.filter(({ state }) => state !== 'scheduled').toSorted((a, b) => b.starts - a.starts)[0]
  return {
    rowActions: (season: Season) => (
      <span>
        <Button size="sm" onClick={() => setEditing(season)}>
          {t(($) => $.adminSeasons.seasons.edit)}
        </Button>
        {season.state === 'open' && (
          <Button size="sm" onClick={() => askClose(season)}>
            {t(($) => $.adminSeasons.seasons.close)}
          </Button>
        )}
        {season.state === 'closed' && season.id === last?.id && (
          <Button size="sm" onClick={() => askReopen(season)}>
            {t(($) => $.adminSeasons.seasons.reopen)}
          </Button>
        )}
        {season.state === 'scheduled' && (
          <Button size="sm" variant="risky" onClick={() => askCancel(season)}>
            {t(($) => $.adminSeasons.seasons.cancel)}
          </Button>
        )}
      </span>
    ),
    dialogs: (
      <>
        {asking}
        {editing && <SeasonDialog key={editing.id} season={editing} onClose={() => setEditing(null)} />}
      </>
    ),
  }
}

/** Asks before a season is closed, reopened or deleted. */
function useSeasonConfirmations() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const nameOf = useSeasonName()
  const { ask, asking } = useConfirmation()
  const after = (title: string) => () => showToast({ tone: 'good', title })
  const askClose = (season: Season) =>
    ask({
      title: t(($) => $.adminSeasons.seasons.closeTitle, { name: nameOf(season) }),
      message: t(($) => $.adminSeasons.seasons.closeMessage),
      action: t(($) => $.adminSeasons.seasons.close),
      run: () =>
        endSeason(client, season, closeSeason).then(after(t(($) => $.adminSeasons.seasons.closedNow))),
    })
  const askReopen = (season: Season) =>
    ask({
      title: t(($) => $.adminSeasons.seasons.reopenTitle, { name: nameOf(season) }),
      message: t(($) => $.adminSeasons.seasons.reopenMessage),
      action: t(($) => $.adminSeasons.seasons.reopen),
      run: () =>
        endSeason(client, season, reopenSeason).then(after(t(($) => $.adminSeasons.seasons.reopened))),
    })
  const askCancel = (season: Season) =>
    ask({
      title: t(($) => $.adminSeasons.seasons.cancelTitle, { name: nameOf(season) }),
      message: t(($) => $.adminSeasons.seasons.cancelMessage),
      action: t(($) => $.adminSeasons.seasons.cancel),
      run: () =>
        endSeason(client, season, cancelSeason).then(after(t(($) => $.adminSeasons.seasons.canceled))),
    })
  return { askClose, askReopen, askCancel, asking }
}
