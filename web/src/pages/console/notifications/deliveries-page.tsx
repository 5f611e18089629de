import { type Delivery, deliveryStates } from '@clutch/contract/api/notifications/operator-deliveries.ts'
import { eventKindNames, eventKinds } from '@clutch/contract/rules/notifications/event-kinds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { useTask } from '../../../app/api/use-task.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import type { Column } from '../kit/list/columns.ts'
import { RemoteList } from '../kit/list/remote-list.tsx'
import { useLocalizedText } from '../rentals/rental-text.ts'
import {
  channelsQuery,
  deliveriesKey,
  deliverySorts,
  loadAllDeliveries,
  loadDeliveries,
  notificationsPollMs,
  redeliver,
} from './notifications.queries.ts'
import { useProblemText } from './use-problem-text.ts'

const tones: Record<Delivery['state'], StatusTone> = {
  waiting: 'busy',
  held: 'info',
  sent: 'good',
  failed: 'bad',
  folded: 'muted',
}

/** The messages of the last 30 days, and what became of each. */
export function DeliveriesPage() {
  const { t } = useTranslation()
  const { data: channels = [] } = useQuery(channelsQuery)
  const kindName = useKindName()
  return (
    <ConsolePage>
      <RemoteList
        label={t(($) => $.adminNotifications.deliveries.list)}
        queryKey={deliveriesKey}
        load={loadDeliveries}
        loadAll={loadAllDeliveries}
        sorts={deliverySorts}
        everyMs={notificationsPollMs}
        columns={useColumns()}
        keyOf={({ id }) => id}
        filters={[
          {
            id: 'state',
            label: t(($) => $.adminNotifications.deliveries.state),
            options: deliveryStates.map((value) => ({
              value,
              text: t(($) => $.adminNotifications.deliveries.states[value]),
            })),
          },
          {
            id: 'channel',
            label: t(($) => $.adminNotifications.deliveries.channel),
            options: channels.map(({ id, name }) => ({ value: id, text: name })),
          },
          {
            id: 'kind',
            label: t(($) => $.adminNotifications.deliveries.kind),
            options: [...eventKindNames, 'digest' as const, 'test' as const].map((value) => ({
              value,
              text: kindName(value),
            })),
          },
        ]}
        rowActions={(delivery) => <RedeliverButton delivery={delivery} />}
        empty={{
          title: t(($) => $.adminNotifications.deliveries.none),
          next: t(($) => $.adminNotifications.deliveries.noneNext),
        }}
      />
    </ConsolePage>
  )
}

function useKindName(): (kind: Delivery['kind']) => string {
  const { t } = useTranslation()
  const say = useLocalizedText()
  return (kind) => {
    if (kind === 'digest') return t(($) => $.adminNotifications.deliveries.digest)
    return kind === 'test' ? t(($) => $.adminNotifications.deliveries.test) : say(eventKinds[kind].name)
  }
}

function useColumns(): Column<Delivery>[] {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const kindName = useKindName()
  const problemText = useProblemText()
  const stateName = ({ state }: Delivery) => t(($) => $.adminNotifications.deliveries.states[state])
  return [
    {
      id: 'created',
      title: t(($) => $.adminNotifications.deliveries.created),
      value: ({ created }) => formatConsoleTime(created),
    },
    {
      id: 'channel',
      title: t(($) => $.adminNotifications.deliveries.channel),
      value: ({ channelName }) => channelName,
    },
    {
      id: 'kind',
      title: t(($) => $.adminNotifications.deliveries.kind),
      value: ({ kind }) => kindName(kind),
      exported: true,
    },
    {
      id: 'title',
      title: t(($) => $.adminNotifications.deliveries.title),
      value: ({ title }) => say(title),
      grow: true,
    },
    {
      id: 'state',
      title: t(($) => $.adminNotifications.deliveries.state),
      value: stateName,
      cell: (delivery) => <Status tone={tones[delivery.state]}>{stateName(delivery)}</Status>,
    },
    {
      id: 'tries',
      title: t(($) => $.adminNotifications.deliveries.tries),
      value: ({ tries }) => tries,
      end: true,
    },
    {
      id: 'status',
      title: t(($) => $.adminNotifications.deliveries.status),
      value: ({ status }) => status ?? '',
      end: true,
    },
    {
      id: 'due',
      title: t(($) => $.adminNotifications.deliveries.due),
      value: ({ due }) => formatConsoleTime(due),
    },
    {
      id: 'problem',
      title: t(($) => $.adminNotifications.deliveries.problem),
      value: ({ problem }) => problemText(problem),
    },
    { id: 'id', title: 'ID', value: ({ id }) => id, exported: true },
  ]
}

function RedeliverButton({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const client = useQueryClient()
  const words = useErrorText()
  const { busy, run } = useTask()
  const again = async () => {
    try {
      await redeliver(client, delivery)
      showToast({ tone: 'good', title: t(($) => $.adminNotifications.deliveries.redelivered) })
    } catch (error) {
      showToast({ tone: 'bad', title: words(error) })
    }
  }
  return (
    <Button
      size="sm"
      submitting={busy}
      aria-label={t(($) => $.adminNotifications.deliveries.redeliverOf, { title: say(delivery.title) })}
      onClick={() => void run(again)}
    >
      {t(($) => $.adminNotifications.deliveries.redeliver)}
    </Button>
  )
}
