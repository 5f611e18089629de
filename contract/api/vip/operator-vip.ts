import * as z from 'zod/mini'
import { giftCardBatchMax } from '../../limits.ts'
import { vipDurations } from '../../rules/payments/durations.ts'
import { privilegeCategories } from '../../rules/accounts/groups.ts'
import { defineCall } from '../call.ts'
import {
  listReply,
  listQuery,
  expectedRevisionInQuery,
  expectedRevision,
  sortColumn,
} from '../shared/list-query.ts'
import { bothLanguages, eitherLanguage, idParams, idSchema, line, nameLine } from '../shared/fields.ts'
import { giftCardSchema, giftCardStates } from './vip.ts'

const privilegeFlag = z.int().check(z.minimum(0), z.maximum(2))
const privilegeFlags = z.object(
  Object.fromEntries(privilegeCategories.map((id) => [id, privilegeFlag])) as Record<
    (typeof privilegeCategories)[number],
    typeof privilegeFlag
  >,
)

/** A row of the privilege table in both languages; flags 1 allowed, 2 optional, 0 forbidden. */
export const operatorPrivilegeSchema = z.object({
  id: idSchema,
  order: z.int(),
  content: bothLanguages(80),
  detail: bothLanguages(400),
  flags: privilegeFlags,
  revision: z.int(),
})

export type OperatorPrivilege = z.infer<typeof operatorPrivilegeSchema>

export const operatorListPrivileges = defineCall({
  id: 'operatorListPrivileges',
  method: 'GET',
  path: '/api/operator/privileges',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  summary: 'The privilege table in both languages (F5).',
  reply: z.array(operatorPrivilegeSchema),
})

const privilegeFields = {
  order: z.int().check(z.minimum(0), z.maximum(10_000)),
  content: eitherLanguage(80),
  detail: z._default(eitherLanguage(400), { zh: '', en: '' }),
  flags: z._default(z.partial(privilegeFlags), {}),
}

export const operatorAddPrivilege = defineCall({
  id: 'operatorAddPrivilege',
  method: 'POST',
  path: '/api/operator/privileges',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  audit: 'addPrivilege',
  summary: 'Adds a row to the privilege table; a flag left out is forbidden.',
  body: z
    .strictObject(privilegeFields)
    .check(z.refine(({ content }) => content.zh !== '' || content.en !== '', 'says nothing')),
  reply: operatorPrivilegeSchema,
})

export const operatorChangePrivilege = defineCall({
  id: 'operatorChangePrivilege',
  method: 'PATCH',
  path: '/api/operator/privileges/:id',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  audit: 'changePrivilege',
  summary: 'Changes a row of the privilege table.',
  params: idParams,
  body: z.strictObject({
    order: z.optional(privilegeFields.order),
    content: z.optional(z.partial(bothLanguages(80))),
    detail: z.optional(z.partial(bothLanguages(400))),
    flags: z.optional(z.partial(privilegeFlags)),
    revision: expectedRevision,
  }),
  reply: operatorPrivilegeSchema,
  errors: ['privilege.not_found', 'edit.conflict'],
})

export const operatorRemovePrivilege = defineCall({
  id: 'operatorRemovePrivilege',
  method: 'DELETE',
  path: '/api/operator/privileges/:id',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  audit: 'removePrivilege',
  summary: 'Removes a row of the privilege table.',
  params: idParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['privilege.not_found', 'edit.conflict'],
})

/** A gift card as the operator sees it; its code is returned only on creation. */
export const operatorCardSchema = z.extend(z.omit(giftCardSchema, { code: true }), {
  /** The first four letters of its code. */
  begins: z.string(),
  batch: z.nullable(z.string()),
  /** SteamID64 of who bought it; null for one of a batch. */
  boughtBy: z.nullable(z.string()),
  usedBy: z.nullable(z.string()),
  /** The portal's names for the two; empty if unknown. */
  boughtByName: z.string(),
  usedByName: z.string(),
})

export type OperatorCard = z.infer<typeof operatorCardSchema>

export const operatorListCards = defineCall({
  id: 'operatorListCards',
  method: 'GET',
  path: '/api/operator/gift-cards',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  summary:
    "Gift cards: by a part of the batch’s name or of the buyer's or user's name, or the start of the code or of a SteamID64.",
  query: z.object({
    ...listQuery,
    sort: sortColumn('created', 'expires', 'used'),
    state: z.optional(z.enum(giftCardStates)),
    duration: z.optional(z.enum(vipDurations)),
    batch: z.optional(line(40)),
  }),
  reply: listReply(operatorCardSchema),
  errors: ['search.too_long'],
})

/** A batch of cards: how many there are, and how many of them are still worth something. */
export const cardBatchSchema = z.object({
  batch: z.string(),
  cards: z.int(),
  unused: z.int(),
  used: z.int(),
  created: z.number(),
})

export const operatorListCardBatches = defineCall({
  id: 'operatorListCardBatches',
  method: 'GET',
  path: '/api/operator/gift-card-batches',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  summary: 'The batches of gift cards, newest first.',
  reply: z.array(cardBatchSchema),
})

export const operatorCreateCards = defineCall({
  id: 'operatorCreateCards',
  method: 'POST',
  path: '/api/operator/gift-cards',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  audit: 'makeCards',
  summary:
    'Creates gift cards and returns their codes, which are returned only now: a repeat under the same key creates no more.',
  body: z.strictObject({
    count: z.int().check(z.minimum(1), z.maximum(giftCardBatchMax)),
    duration: z.enum(vipDurations),
    batch: nameLine(40).check(z.trim(), z.minLength(1)),
    key: z.optional(z.uuid()),
  }),
  reply: z.object({ codes: z.array(z.string()), expires: z.number() }),
  errors: ['request.repeated'],
})

export const operatorVoidCard = defineCall({
  id: 'operatorVoidCard',
  method: 'POST',
  path: '/api/operator/gift-cards/:id/void',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  audit: 'voidCard',
  summary: 'Makes an unused card worth nothing.',
  params: idParams,
  reply: operatorCardSchema,
  errors: ['card.unknown', 'card.used'],
})

/**
 * The state of VIP on a game server: how many members it has, how many changes wait, and why the last
 * delivery failed.
 */
export const vipServerSchema = z.object({
  server: idSchema,
  name: z.string(),
  applied: z.int(),
  waiting: z.int(),
  problem: z.string(),
  tried: z.nullable(z.number()),
})

export const operatorListVipServers = defineCall({
  id: 'operatorListVipServers',
  method: 'GET',
  path: '/api/operator/vip-servers',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  summary: 'The state of VIP on each game server that has an RCON password.',
  reply: z.array(vipServerSchema),
})

export const operatorReapplyVip = defineCall({
  id: 'operatorReapplyVip',
  method: 'POST',
  path: '/api/operator/vip-servers/:id/reapply',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  audit: 'reapplyVip',
  summary: 'Sends every VIP to a game server again.',
  params: idParams,
  reply: vipServerSchema,
  errors: ['server.not_registered', 'server.no_rcon'],
})
