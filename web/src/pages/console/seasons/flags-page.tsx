import { anomalyKinds } from '@clutch/contract/rules/leaderboard/anomalies.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Badge } from '../../../ui/people/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import type { Column } from '../kit/list/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/list/local-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { HideDialog } from './hide-dialog.tsx'
import { PlayerLink } from './player-link.tsx'
import { type PlayerFlag, dismissFlag, flagsQuery, hiddenQuery } from './seasons.queries.ts'

/** J, I3 fairness: what looked wrong about a player, in numbers; dismissed, or the player hidden. */
export function FlagsPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(flagsQuery)
  const words = useFlagText()
  const [hiding, setHiding] = useState<PlayerFlag | null>(null)
  const { askDismiss, asking } = useDismiss()
  const hidden = new Set(useQuery(hiddenQuery).data?.map(({ steamId }) => steamId))
  return (
    <ConsolePage>
      <LocalList
        label={t(($) => $.adminSeasons.marks.label)}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        columns={useColumns()}
        keyOf={({ id }) => id}
        sortedBy="at"
        direction="desc"
        filters={[
          {
            id: 'kind',
            label: t(($) => $.adminSeasons.marks.kind),
            options: anomalyKinds.map((value) => ({
              value,
              text: t(($) => $.adminSeasons.marks.kinds[value]),
            })),
          },
        ]}
        passes={({ kind }, _, value) => kind === value}
        rowActions={(mark) => (
          <span>
            {hidden.has(mark.steamId) ? (
              <Badge tone="muted">{t(($) => $.adminSeasons.marks.hidden)}</Badge>
            ) : (
              <Button size="sm" onClick={() => setHiding(mark)}>
                {t(($) => $.adminSeasons.marks.hide)}
              </Button>
            )}
            <Button size="sm" onClick={() => askDismiss(mark.id)}>
              {t(($) => $.adminSeasons.marks.dismiss)}
            </Button>
          </span>
        )}
        empty={{
          title: t(($) => $.adminSeasons.marks.none),
          next: t(($) => $.adminSeasons.marks.noneNext),
        }}
      />
      {asking}
      {hiding && (
        <HideDialog steamId={hiding.steamId} reason={words(hiding)} onClose={() => setHiding(null)} />
      )}
    </ConsolePage>
  )
}

function useDismiss() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  return {
    asking,
    askDismiss: (id: string) =>
      ask({
        title: t(($) => $.adminSeasons.marks.dismissTitle),
        message: t(($) => $.adminSeasons.marks.dismissMessage),
        action: t(($) => $.adminSeasons.marks.dismiss),
        run: async () => {
          await dismissFlag(client, id)
          showToast({ tone: 'good', title: t(($) => $.adminSeasons.marks.dismissed) })
        },
      }),
  }
}

function useColumns(): Column<PlayerFlag>[] {
  const { t } = useTranslation()
  const words = useFlagText()
  return [
    {
      id: 'player',
      title: t(($) => $.adminSeasons.player),
      value: ({ nickname }) => nickname,
      cell: ({ steamId, nickname }) => <PlayerLink steamId={steamId} name={nickname} />,
    },
    {
      id: 'steamId',
      title: t(($) => $.adminSeasons.steamId),
      value: ({ steamId }) => steamId,
      exported: true,
    },
    {
      id: 'kind',
      title: t(($) => $.adminSeasons.marks.kind),
      value: ({ kind }) => t(($) => $.adminSeasons.marks.kinds[kind]),
    },
    { id: 'detail', title: t(($) => $.adminSeasons.marks.detail), value: words, grow: true },
    { id: 'server', title: t(($) => $.adminSeasons.marks.server), value: ({ server }) => server },
    { id: 'at', title: t(($) => $.adminSeasons.marks.at), value: ({ at }) => formatConsoleTime(at) },
  ]
}

/** Formats a flag's observation of a player as a sentence; shows the portal's text if a number is missing. */
function useFlagText(): (mark: Pick<PlayerFlag, 'kind' | 'detail'>) => string {
  const { t } = useTranslation()
  const sentence = ({ kind, detail }: Pick<PlayerFlag, 'kind' | 'detail'>) => {
    const { kills, killsThisMinute, headshots, victim, killsOfVictim } = detail
    if (kind === 'rate' && killsThisMinute !== undefined)
      return t(($) => $.adminSeasons.marks.details.rate, { kills: killsThisMinute })
    if (kind === 'headshots' && kills !== undefined && headshots !== undefined)
      return t(($) => $.adminSeasons.marks.details.headshots, { kills, headshots })
    if (kind === 'farming' && kills !== undefined && killsOfVictim !== undefined && victim !== undefined)
      return t(($) => $.adminSeasons.marks.details.farming, { kills, victim, ofVictim: killsOfVictim })
    return null
  }
  return (mark) => {
    const said = sentence(mark)
    if (said === null) return Object.values(mark.detail).join(', ')
    const { map } = mark.detail
    return map === undefined ? said : `${said} · ${t(($) => $.adminSeasons.marks.details.on, { map })}`
  }
}
