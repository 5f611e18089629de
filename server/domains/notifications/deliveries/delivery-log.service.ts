import type { Query, Reply } from '@clutch/contract/api/call.ts'
import {
  type Delivery,
  deliveryStates,
  type operatorListDeliveries,
} from '@clutch/contract/api/notifications/operator-deliveries.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { hasRight } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { eventKindNames, eventKinds, isEventKind } from '@clutch/contract/rules/notifications/event-kinds.ts'
import { type MessageContent, renderMessage, titleOf } from '@clutch/contract/rules/notifications/messages.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Queries, notify, withSearchTimeout } from '../../../platform/database/index.ts'
import type { OperatorCaller } from '../../../platform/http/session/operator-caller.ts'
import { toChannelKind } from '../channels/channels.service.ts'
import { notificationsChannel } from '../events/events.store.ts'
import * as store from './delivery-log.store.ts'

/** The deliveries that the caller may read. Throws `search.too_long`. */
export async function listDeliveries(
  { database }: Pick<AppContext, 'database'>,
  { page, size, direction, find, state, channel, kind }: Query<typeof operatorListDeliveries>,
  by: OperatorCaller,
): Promise<Reply<typeof operatorListDeliveries>> {
  const filter = { find, state, channel, kind, readable: readableKinds(by) }
  const { rows, total } = await withSearchTimeout(database, async (tx) => ({
    rows: await store.selectDeliveries(tx, filter, { direction, limit: size, offset: (page - 1) * size }),
    total: await store.countDeliveries(tx, filter),
  }))
  return { rows: rows.map(toDelivery), total }
}

/** One of them; throws `delivery.not_found`. */
export async function getDelivery(queries: Queries, id: string, by: OperatorCaller): Promise<Delivery> {
  const row = await store.selectDelivery(queries, id, readableKinds(by))
  if (!row) throw new PortalError('delivery.not_found', 'There is no such delivery')
  return toDelivery(row)
}

/** Sends a message again with the same id, so that a receiver knows it. Throws `delivery.not_found`. */
export async function redeliver(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  id: string,
  by: OperatorCaller,
): Promise<Delivery> {
  return database.transaction().execute(async (tx) => {
    await getDelivery(tx, id, by)
    await store.resetDelivery(tx, id, clock.now())
    await notify(tx, notificationsChannel)
    return getDelivery(tx, id, by)
  })
}

/** A digest counts kinds of every area, and shows titles of them: it is for those who may read all. */
function readableKinds({ permissions: { rights } }: OperatorCaller): string[] {
  const events = eventKindNames.filter((kind) => hasRight(rights, eventKinds[kind].area, 'read'))
  return events.length === eventKindNames.length ? [...events, 'digest', 'test'] : [...events, 'test']
}

function toDelivery(row: store.LoggedDelivery): Delivery {
  const state = row.state === 'waiting' && row.held ? 'held' : row.state
  const isWaiting = row.state === 'waiting'
  return {
    id: row.id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    channelKind: toChannelKind(row.channel_kind),
    kind: isEventKind(row.kind) ? row.kind : row.kind === 'digest' ? 'digest' : 'test',
    title: titleOfDelivery(row),
    state: deliveryStates.find((one) => one === state) ?? 'failed',
    created: row.created_at.getTime(),
    due: isWaiting ? row.due_at.getTime() : null,
    sent: row.sent_at?.getTime() ?? null,
    tries: row.tries,
    status: row.status,
    problem: row.problem,
  }
}

function titleOfDelivery({ kind, fields, content }: store.LoggedDelivery): Delivery['title'] {
  if (isEventKind(kind)) return titleOf({ kind, fields: fields as Record<string, string> })
  const own = content as MessageContent
  return { zh: renderMessage(own, 'zh', '').title, en: renderMessage(own, 'en', '').title }
}
