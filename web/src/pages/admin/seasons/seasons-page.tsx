import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status-dot.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import type { Column } from '../kit/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/local-list.tsx'
import { useAsk } from '../kit/use-ask.tsx'
import { consoleTime } from '../kit/words.ts'
import { SeasonDialog } from './season-dialog.tsx'
import { closeSeason, newestSeason, seasonsQuery, type Season } from './seasons.queries.ts'
import { useSeasonName } from './words.ts'

/** J, I6: every season, newest first: opened, renamed and closed. */
export function SeasonsPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(seasonsQuery)
  const [opening, setOpening] = useState(false)
  const { rowActions, dialogs } = useSeasonActions()
  const one = data?.some(({ ends }) => ends === null) ?? false
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
        current={data?.find(({ ends }) => ends === null)?.id}
        sortedBy="starts"
        direction="desc"
        rowActions={rowActions}
        empty={{
          title: t(($) => $.adminSeasons.seasons.none),
          next: t(($) => $.adminSeasons.seasons.noneNext),
        }}
        actions={
          <Button
            variant="primary"
            icon="plus"
            disabledReason={one ? t(($) => $.adminSeasons.seasons.oneOnly) : undefined}
            onClick={() => setOpening(true)}
          >
            {t(($) => $.adminSeasons.seasons.open)}
          </Button>
        }
      />
      {opening && <SeasonDialog onClose={() => setOpening(false)} />}
      {dialogs}
    </ConsolePage>
  )
}

function useColumns(): Column<Season>[] {
  const { t } = useTranslation()
  const state = ({ ends }: Season) =>
    t(($) => (ends === null ? $.adminSeasons.seasons.running : $.adminSeasons.seasons.closed))
  return [
    { id: 'zh', title: t(($) => $.adminSeasons.seasons.zh), value: ({ name }) => name.zh },
    { id: 'en', title: t(($) => $.adminSeasons.seasons.en), value: ({ name }) => name.en, grow: true },
    {
      id: 'state',
      title: t(($) => $.adminSeasons.seasons.state),
      value: state,
      cell: (season) => <Status tone={season.ends === null ? 'good' : 'muted'}>{state(season)}</Status>,
    },
    {
      id: 'starts',
      title: t(($) => $.adminSeasons.seasons.starts),
      value: ({ starts }) => consoleTime(starts),
    },
    { id: 'ends', title: t(($) => $.adminSeasons.seasons.ends), value: ({ ends }) => consoleTime(ends) },
    { id: 'rows', title: t(($) => $.adminSeasons.seasons.rows), value: ({ rows }) => rows, end: true },
  ]
}

/** What is done with a season, and the dialogs it is done in. */
function useSeasonActions() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const nameOf = useSeasonName()
  const { ask, asking } = useAsk()
  const [renaming, setRenaming] = useState<Season | null>(null)
  const loadNewest = async () => {
    const season = renaming && (await newestSeason(client, renaming.id))
    if (season) setRenaming(season)
  }
  const askClose = (season: Season) =>
    ask({
      title: t(($) => $.adminSeasons.seasons.closeTitle, { name: nameOf(season) }),
      message: t(($) => $.adminSeasons.seasons.closeMessage),
      action: t(($) => $.adminSeasons.seasons.close),
      run: async () => {
        await closeSeason(client, season)
        showToast({ tone: 'good', title: t(($) => $.adminSeasons.seasons.closedNow) })
      },
    })
  return {
    rowActions: (season: Season) => (
      <span>
        <Button size="sm" onClick={() => setRenaming(season)}>
          {t(($) => $.adminSeasons.seasons.rename)}
        </Button>
        {season.ends === null && (
          <Button size="sm" onClick={() => askClose(season)}>
            {t(($) => $.adminSeasons.seasons.close)}
          </Button>
        )}
      </span>
    ),
    dialogs: (
      <>
        {asking}
        {renaming && (
          <SeasonDialog
            key={`${renaming.id} ${renaming.revision}`}
            season={renaming}
            onClose={() => setRenaming(null)}
            onLoadNewest={() => void loadNewest()}
          />
        )}
      </>
    ),
  }
}
