import * as z from 'zod/mini'
import { channelKindNames } from '../../rules/notifications/channel-kinds.ts'
import { eventKindNames } from '../../rules/notifications/event-kinds.ts'
import { defineCall } from '../call.ts'
import { bothLanguages, idParams, idSchema } from '../shared/fields.ts'
import { listQuery, listReply, sortColumn } from '../shared/list-query.ts'

/** `held` waits for the end of quiet hours or of a digest; `folded` is counted in the digest that was sent instead. */
export const deliveryStates = ['waiting', 'held', 'sent', 'failed', 'folded'] as const

/** A message to a channel. Times are ms since 1970 (UTC). */
export const deliverySchema = z.object({
  /** The `webhook-id` of a signed webhook; every attempt carries it. */
  id: idSchema,
  channelId: idSchema,
  channelName: z.string(),
  channelKind: z.enum(channelKindNames),
  /** The kind of the event, `digest` or `test`. */
  kind: z.enum([...eventKindNames, 'digest', 'test']),
  title: bothLanguages(500),
  state: z.enum(deliveryStates),
  created: z.number(),
  /** When it is sent next; null once it is sent, given up or folded. */
  due: z.nullable(z.number()),
  sent: z.nullable(z.number()),
  tries: z.int(),
  /** What the other side answered last, as a status of HTTP. */
  status: z.nullable(z.int()),
  problem: z.string(),
})

export type Delivery = z.infer<typeof deliverySchema>

const calls = { who: 'operator', area: 'settings', tag: 'operator' } as const

export const operatorListDeliveries = defineCall({
  ...calls,
  id: 'operatorListDeliveries',
  method: 'GET',
  path: '/api/operator/notification-deliveries',
  summary:
    'The messages to channels of the last 30 days: by state, channel or kind, or by a part of their subject or problem. Those about events whose area the caller may not read are left out.',
  query: z.object({
    ...listQuery,
    sort: sortColumn('created'),
    state: z.optional(z.enum(deliveryStates)),
    channel: z.optional(idSchema),
    kind: z.optional(z.enum([...eventKindNames, 'digest', 'test'])),
  }),
  reply: listReply(deliverySchema),
  errors: ['search.too_long'],
})

export const operatorRedeliver = defineCall({
  ...calls,
  id: 'operatorRedeliver',
  method: 'POST',
  path: '/api/operator/notification-deliveries/:id/redeliver',
  audit: 'redeliver',
  summary: 'Sends a message again, with the same id, also one that was sent or is part of a digest.',
  params: idParams,
  reply: deliverySchema,
  errors: ['delivery.not_found'],
})
