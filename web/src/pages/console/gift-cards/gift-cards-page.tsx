import { giftCardStates } from '@clutch/contract/api/vip/vip.ts'
import type { OperatorCard } from '@clutch/contract/api/vip/operator-vip.ts'
import { vipDurations } from '@clutch/contract/rules/payments/durations.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import type { Column } from '../kit/list/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { PlayerCell } from '../kit/player.tsx'
import { RemoteList } from '../kit/list/remote-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { useEditing } from '../kit/forms/use-editing.ts'
import { formatConsoleTime } from '../kit/console-time.ts'
import {
  batchesQuery,
  cardsKey,
  cardSorts,
  loadAllCards,
  loadCards,
  refetchCards,
  voidCard,
} from './gift-cards.queries.ts'
import { CreateCards } from './create-gift-cards.tsx'

const tones: Record<OperatorCard['state'], StatusTone> = {
  unused: 'good',
  used: 'info',
  void: 'bad',
  over: 'muted',
}

/** F4: Every gift card, and batches created by operators. */
export function CardsPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const making = useEditing<null>()
  const makeVoid = (card: OperatorCard) =>
    ask({
      title: t(($) => $.adminPrices.cards.voidTitle),
      message: t(($) => $.adminPrices.cards.voidMessage, { code: formatCodeStart(card) }),
      action: t(($) => $.adminPrices.cards.void),
      run: async () => {
        await voidCard(card)
        showToast({ tone: 'good', title: t(($) => $.adminPrices.cards.voided) })
        await refetchCards(client)
      },
    })
  return (
    <ConsolePage>
      <RemoteList
        label={t(($) => $.adminPrices.cards.label)}
        queryKey={cardsKey}
        load={loadCards}
        loadAll={loadAllCards}
        sorts={cardSorts}
        columns={useColumns()}
        filters={useFilters()}
        keyOf={({ id }) => id}
        actions={
          <Button variant="primary" icon="plus" onClick={() => making.edit(null)}>
            {t(($) => $.adminPrices.cards.make)}
          </Button>
        }
        rowActions={(card) =>
          card.state === 'unused' && (
            <Button
              size="sm"
              aria-label={t(($) => $.adminPrices.cards.voidOf, { code: formatCodeStart(card) })}
              onClick={() => makeVoid(card)}
            >
              {t(($) => $.adminPrices.cards.void)}
            </Button>
          )
        }
        empty={{
          title: t(($) => $.adminPrices.cards.empty),
          next: t(($) => $.adminPrices.cards.emptyNext),
        }}
      />
      <CreateCards key={making.turn} open={making.open} onClose={making.close} />
      {asking}
    </ConsolePage>
  )
}

function useFilters() {
  const { t } = useTranslation()
  const { data: batches = [] } = useQuery(batchesQuery)
  return [
    {
      id: 'state',
      label: t(($) => $.adminPrices.cards.state),
      options: giftCardStates.map((value) => ({ value, text: t(($) => $.adminPrices.cards.states[value]) })),
    },
    {
      id: 'duration',
      label: t(($) => $.adminPrices.cards.duration),
      options: vipDurations.map((value) => ({ value, text: t(($) => $.adminPrices.prices.terms[value]) })),
    },
    {
      id: 'batch',
      label: t(($) => $.adminPrices.cards.batch),
      options: batches.map(({ batch, unused, cards }) => ({
        value: batch,
        text: `${batch} (${unused} / ${cards})`,
      })),
    },
  ]
}

function useColumns(): Column<OperatorCard>[] {
  const { t } = useTranslation()
  const stateName = ({ state }: OperatorCard) => t(($) => $.adminPrices.cards.states[state])
  return [
    {
      id: 'code',
      title: t(($) => $.adminPrices.cards.code),
      value: formatCodeStart,
      cell: (card) => <Code>{formatCodeStart(card)}</Code>,
    },
    {
      id: 'state',
      title: t(($) => $.adminPrices.cards.state),
      value: stateName,
      cell: (card) => <Status tone={tones[card.state]}>{stateName(card)}</Status>,
    },
    {
      id: 'duration',
      title: t(($) => $.adminPrices.cards.duration),
      value: ({ duration }) => t(($) => $.adminPrices.prices.terms[duration]),
    },
    { id: 'batch', title: t(($) => $.adminPrices.cards.batch), value: ({ batch }) => batch, grow: true },
    {
      id: 'boughtBy',
      title: t(($) => $.adminPrices.cards.boughtBy),
      value: ({ boughtByName, boughtBy }) => boughtByName || boughtBy,
      cell: ({ boughtByName, boughtBy }) => <PlayerCell steamId={boughtBy} name={boughtByName} />,
    },
    {
      id: 'usedBy',
      title: t(($) => $.adminPrices.cards.usedBy),
      value: ({ usedByName, usedBy }) => usedByName || usedBy,
      cell: ({ usedByName, usedBy }) => <PlayerCell steamId={usedBy} name={usedByName} />,
    },
    {
      id: 'created',
      title: t(($) => $.adminPrices.cards.created),
      value: ({ created }) => formatConsoleTime(created),
    },
    {
      id: 'expires',
      title: t(($) => $.adminPrices.cards.expires),
      value: ({ expires }) => formatConsoleTime(expires),
    },
    { id: 'used', title: t(($) => $.adminPrices.cards.used), value: ({ used }) => formatConsoleTime(used) },
    {
      id: 'buyerId',
      title: t(($) => $.adminPrices.cards.buyerId),
      value: ({ boughtBy }) => boughtBy,
      exported: true,
    },
    {
      id: 'userId',
      title: t(($) => $.adminPrices.cards.userId),
      value: ({ usedBy }) => usedBy,
      exported: true,
    },
    { id: 'id', title: 'ID', value: ({ id }) => id, exported: true },
  ]
}

/** Formats the known part of a code: its first four letters. */
function formatCodeStart({ begins }: OperatorCard): string {
  return `${begins}-****`
}
