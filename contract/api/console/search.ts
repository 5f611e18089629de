import * as z from 'zod/mini'
import { orderStates } from '../../rules/payments/order-states.ts'
import { rentalStatuses } from '../../rules/rentals/lifecycle/rental-lifecycle.ts'
import { defineCall } from '../call.ts'
import { idSchema, line } from '../shared/fields.ts'

/** What a search looks through, one after the other; also the areas of roles that may read it. */
const searchKinds = ['servers', 'users', 'orders', 'rentals'] as const
export type SearchKind = (typeof searchKinds)[number]

export const operatorSearch = defineCall({
  id: 'operatorSearch',
  method: 'GET',
  path: '/api/operator/search',
  who: 'operator',
  area: 'any',
  tag: 'operator',
  summary:
    'A few servers, users, orders and rentals that contain a text, of those that the caller may read. The names of buyers and owners are empty if unknown. `timedOut` names what took longer than a second to search: nothing of it is returned.',
  query: z.object({ find: line(80).check(z.trim(), z.minLength(1)) }),
  reply: z.object({
    servers: z.array(z.object({ id: idSchema, name: z.string(), address: z.string() })),
    users: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        steamId: z.nullable(z.string()),
        email: z.nullable(z.string()),
      }),
    ),
    orders: z.array(
      z.object({
        id: idSchema,
        number: z.string(),
        state: z.enum(orderStates),
        steamId: z.string(),
        buyerName: z.string(),
      }),
    ),
    rentals: z.array(
      z.object({
        number: z.string(),
        name: z.string(),
        status: z.enum(rentalStatuses),
        owner: z.string(),
        ownerName: z.string(),
      }),
    ),
    timedOut: z.array(z.enum(searchKinds)),
  }),
})
