import type { Body, Reply } from '@clutch/contract/api/call.ts'
import * as channels from '@clutch/contract/api/notifications/operator-channels.ts'
import * as deliveries from '@clutch/contract/api/notifications/operator-deliveries.ts'
import * as rules from '@clutch/contract/api/notifications/operator-rules.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../../app/api/api-client.ts'
import type { ListQuery } from '../kit/list/remote-list.tsx'
import type { ExportQuery } from '../kit/list/rows.queries.ts'

export const notificationsPollMs = 10_000
const root = ['console', 'notifications'] as const
export const deliveriesKey = [...root, 'deliveries'] as const

export const channelsQuery = queryOptions({
  queryKey: [...root, 'channels'],
  queryFn: ({ signal }) => call(channels.operatorListChannels, { signal }),
  refetchInterval: notificationsPollMs,
})

/** Adds a channel; answers the secret of a signed webhook. */
export async function addChannel(
  client: QueryClient,
  body: Body<typeof channels.operatorAddChannel>,
): Promise<string | null> {
  const { secret } = await call(channels.operatorAddChannel, { body })
  await refetchNotifications(client)
  return secret
}

export async function changeChannel(
  client: QueryClient,
  id: string,
  body: Body<typeof channels.operatorChangeChannel>,
): Promise<void> {
  await call(channels.operatorChangeChannel, { params: { id }, body })
  await refetchNotifications(client)
}

export async function removeChannel(client: QueryClient, { id, revision }: channels.Channel): Promise<void> {
  await call(channels.operatorRemoveChannel, { params: { id }, query: { revision } })
  await refetchNotifications(client)
}

export async function testChannel(
  client: QueryClient,
  { id }: channels.Channel,
): Promise<Reply<typeof channels.operatorTestChannel>> {
  const result = await call(channels.operatorTestChannel, { params: { id } })
  await refetchNotifications(client)
  return result
}

export async function rotateSecret(client: QueryClient, { id }: channels.Channel): Promise<string> {
  const { secret } = await call(channels.operatorRotateChannelSecret, { params: { id } })
  await refetchNotifications(client)
  return secret
}

export const rulesQuery = queryOptions({
  queryKey: [...root, 'rules'],
  queryFn: ({ signal }) => call(rules.operatorListRules, { signal }),
})

type RuleBody = Omit<rules.Rule, 'id' | 'revision'>

/** Adds a rule, or changes the one of this id. */
export async function saveRule(
  client: QueryClient,
  id: string | undefined,
  { revision, ...body }: RuleBody & { revision: number | undefined },
): Promise<void> {
  if (id === undefined) await call(rules.operatorAddRule, { body })
  else await call(rules.operatorChangeRule, { params: { id }, body: { ...body, revision } })
  await refetchNotifications(client)
}

export async function removeRule({ id, revision }: rules.Rule): Promise<void> {
  await call(rules.operatorRemoveRule, { params: { id }, query: { revision } })
}

type DeliveryFilters = Pick<
  z.input<typeof deliveries.operatorListDeliveries.query>,
  'state' | 'channel' | 'kind'
>

export const deliverySorts = ['created'] as const

/** Loads one page of the delivery log. The portal refuses unknown values in the address. */
export function loadDeliveries(
  { filters, ...asked }: ListQuery<'created'>,
  signal?: AbortSignal,
): Promise<{ rows: deliveries.Delivery[]; total: number }> {
  return call(deliveries.operatorListDeliveries, {
    query: { ...asked, ...(filters as DeliveryFilters) },
    signal,
  })
}

const exportPageSize = 200

/** Loads the whole delivery log, a page at a time. */
export async function* loadAllDeliveries(
  { find, filters }: ExportQuery,
  signal: AbortSignal,
): AsyncGenerator<deliveries.Delivery[]> {
  for (let page = 1; ; page += 1) {
    const asked = { find, filters, page, size: exportPageSize, sort: 'created', direction: 'desc' } as const
    const { rows } = await loadDeliveries(asked, signal)
    if (rows.length > 0) yield rows
    if (rows.length < exportPageSize) return
  }
}

export async function redeliver(client: QueryClient, { id }: deliveries.Delivery): Promise<void> {
  await call(deliveries.operatorRedeliver, { params: { id } })
  await refetchNotifications(client)
}

async function refetchNotifications(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: root }),
    client.invalidateQueries({ queryKey: ['console', 'health'] }),
  ])
}
