import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import type { Column } from '../kit/list/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/list/local-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { HideDialog } from './hide-dialog.tsx'
import { PlayerLink } from './player-link.tsx'
import { hiddenQuery, unhidePlayer, type HiddenPlayer } from './seasons.queries.ts'

/** J, I3 fairness: the players hidden from every board. */
export function HiddenPlayersPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(hiddenQuery)
  const { ask, asking } = useConfirmation()
  const [hiding, setHiding] = useState(false)
  const askShow = ({ steamId, nickname }: HiddenPlayer) =>
    ask({
      title: t(($) => $.adminSeasons.hidden.showTitle, { name: nickname }),
      message: t(($) => $.adminSeasons.hidden.showMessage),
      action: t(($) => $.adminSeasons.hidden.show),
      run: async () => {
        await unhidePlayer(client, steamId)
        showToast({ tone: 'good', title: t(($) => $.adminSeasons.hidden.shown) })
      },
    })
  return (
    <ConsolePage>
      <LocalList
        label={t(($) => $.adminSeasons.hidden.label)}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        columns={useColumns()}
        keyOf={({ steamId }) => steamId}
        sortedBy="since"
        direction="desc"
        rowActions={(player) => (
          <span>
            <Button size="sm" onClick={() => askShow(player)}>
              {t(($) => $.adminSeasons.hidden.show)}
            </Button>
          </span>
        )}
        empty={{ title: t(($) => $.adminSeasons.hidden.none) }}
        actions={
          <Button variant="primary" icon="eyeOff" onClick={() => setHiding(true)}>
            {t(($) => $.adminSeasons.hidden.hide)}
          </Button>
        }
      />
      {asking}
      {hiding && <HideDialog onClose={() => setHiding(false)} />}
    </ConsolePage>
  )
}

function useColumns(): Column<HiddenPlayer>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'player',
      title: t(($) => $.adminSeasons.player),
      value: ({ nickname }) => nickname,
      cell: ({ steamId, nickname }) => <PlayerLink steamId={steamId} name={nickname} />,
    },
    { id: 'steamId', title: t(($) => $.adminSeasons.steamId), value: ({ steamId }) => steamId },
    { id: 'reason', title: t(($) => $.adminSeasons.reason), value: ({ reason }) => reason, grow: true },
    {
      id: 'since',
      title: t(($) => $.adminSeasons.hidden.since),
      value: ({ since }) => formatConsoleTime(since),
    },
  ]
}
