import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import type { Column } from '../kit/list/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/list/local-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { PlayerLink } from './player-link.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import {
  type Reset,
  type ResetScope,
  resetCounts,
  resetsQuery,
  seasonsQuery,
  undoReset,
} from './seasons.queries.ts'

import { useSeasonName } from './season-name.ts'

const tones: Record<Reset['state'], StatusTone> = {
  running: 'busy',
  done: 'good',
  undoing: 'busy',
  undone: 'muted',
}

/** J, I3 fairness: The resets, their progress, and undoing them. */
export function ResetsPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(resetsQuery)
  const [making, setMaking] = useState(false)
  const { asking, askReset, askUndo } = useQuestions()
  const make = (scope: ResetScope) => {
    setMaking(false)
    askReset(scope)
  }
  return (
    <ConsolePage>
      <LocalList
        label={t(($) => $.adminSeasons.resets.label)}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        columns={useColumns()}
        keyOf={({ id }) => id}
        sortedBy="created"
        direction="desc"
        rowActions={(reset) =>
          (reset.state === 'done' || reset.state === 'running') && (
            <span>
              <Button size="sm" onClick={() => askUndo(reset.id)}>
                {t(($) => $.adminSeasons.resets.undo)}
              </Button>
            </span>
          )
        }
        empty={{ title: t(($) => $.adminSeasons.resets.none) }}
        actions={
          <Button variant="primary" icon="refresh" onClick={() => setMaking(true)}>
            {t(($) => $.adminSeasons.resets.make)}
          </Button>
        }
      />
      {making && <ResetDialog onClose={() => setMaking(false)} onReset={make} />}
      {asking}
    </ConsolePage>
  )
}

function useQuestions() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const words = useResetScopeText()
  const { ask, asking } = useConfirmation()
  return {
    asking,
    askReset: (scope: ResetScope) =>
      ask({
        title: t(($) => $.adminSeasons.resets.askTitle),
        message: t(($) => $.adminSeasons.resets.askMessage, {
          player: words.player(scope),
          mode: words.mode(scope),
          season: words.season(scope),
        }),
        action: t(($) => $.adminSeasons.resets.makeAction),
        run: async () => {
          await resetCounts(client, scope)
          showToast({ tone: 'good', title: t(($) => $.adminSeasons.resets.made) })
        },
      }),
    askUndo: (id: string) =>
      ask({
        title: t(($) => $.adminSeasons.resets.undoTitle),
        message: t(($) => $.adminSeasons.resets.undoMessage),
        action: t(($) => $.adminSeasons.resets.undo),
        run: async () => {
          await undoReset(client, id)
          showToast({ tone: 'good', title: t(($) => $.adminSeasons.resets.undoing) })
        },
      }),
  }
}

function useColumns(): Column<Reset>[] {
  const { t } = useTranslation()
  const words = useResetScopeText()
  return [
    {
      id: 'created',
      title: t(($) => $.adminSeasons.resets.created),
      value: ({ created }) => formatConsoleTime(created),
    },
    {
      id: 'player',
      title: t(($) => $.adminSeasons.player),
      value: words.player,
      cell: ({ steamId }) =>
        steamId === undefined ? (
          t(($) => $.adminSeasons.resets.every)
        ) : (
          <PlayerLink steamId={steamId} name={steamId} />
        ),
    },
    { id: 'mode', title: t(($) => $.adminSeasons.resets.mode), value: words.mode },
    { id: 'season', title: t(($) => $.adminSeasons.resets.season), value: words.season, grow: true },
    { id: 'rows', title: t(($) => $.adminSeasons.resets.rows), value: ({ rows }) => rows, end: true },
    {
      id: 'state',
      title: t(($) => $.adminSeasons.resets.state),
      value: ({ state }) => t(($) => $.adminSeasons.resets.states[state]),
      cell: ({ state }) => (
        <Status tone={tones[state]}>{t(($) => $.adminSeasons.resets.states[state])}</Status>
      ),
    },
  ]
}

type ScopeText = (scope: ResetScope) => string

/** What a reset covers, in words. */
function useResetScopeText(): { player: ScopeText; mode: ScopeText; season: ScopeText } {
  const { t } = useTranslation()
  const seasons = useQuery(seasonsQuery).data ?? []
  const nameOf = useSeasonName()
  return {
    player: ({ steamId }) => steamId ?? t(($) => $.adminSeasons.resets.every),
    mode: ({ mode }) =>
      mode === undefined ? t(($) => $.adminSeasons.resets.everyMode) : t(($) => $.adminSeasons.modes[mode]),
    season: ({ season }) => {
      if (season === undefined) return t(($) => $.adminSeasons.resets.everySeason)
      if (season === 'between') return t(($) => $.adminSeasons.resets.between)
      const known = seasons.find(({ id }) => id === season)
      return known ? nameOf(known) : season
    },
  }
}
