import * as z from 'zod/mini'
import { linkProviders } from '../../rules/accounts/linked-accounts.ts'
import { grantedGroups } from '../../rules/accounts/groups.ts'
import { sessionSchema } from './account.ts'
import { defineCall } from '../call.ts'
import { listReply, listQuery, sortColumn } from '../shared/list-query.ts'
import { idSchema, line, steamIdSchema, booleanText } from '../shared/fields.ts'

/** The reason and end of a block; `expires` in ms since 1970 (UTC), null if permanent. */
const blockSchema = z.object({
  reason: z.string(),
  expires: z.nullable(z.number()),
  since: z.number(),
  /** A SteamID64, or `operator` for the operator's token. */
  by: z.string(),
})

/** An account, without anything secret. Times in ms since 1970 (UTC). */
export const operatorUserSchema = z.object({
  id: idSchema,
  /** Null while an e-mail account is bound to none. */
  steamId: z.nullable(z.string()),
  /** As the portal shows them. */
  username: z.string(),
  /** The name on Steam; empty if Steam was not asked. */
  steamName: z.string(),
  avatar: z.string(),
  email: z.nullable(z.string()),
  groups: z.array(z.enum(grantedGroups)),
  secondFactor: z.boolean(),
  block: z.nullable(blockSchema),
  created: z.number(),
  /** The last visit; null for a player who never signed in. */
  seen: z.nullable(z.number()),
})

export type OperatorUser = z.infer<typeof operatorUserSchema>

/** The age of the last visit, in days. */
export const lastSeenDays = ['1', '7', '30'] as const

export const operatorListUsers = defineCall({
  id: 'operatorListUsers',
  method: 'GET',
  path: '/api/operator/users',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  summary:
    'All accounts. `find` is a part of name, Steam name or e-mail, or the start of the SteamID64; `within`: visited in the last days. More than 10,000 are not sorted by name.',
  query: z.object({
    ...listQuery,
    sort: sortColumn('seen', 'created', 'name'),
    group: z.optional(z.enum(grantedGroups)),
    blocked: z.optional(booleanText),
    email: z.optional(booleanText),
    within: z.optional(z.enum(lastSeenDays)),
  }),
  reply: listReply(operatorUserSchema),
  errors: ['search.too_long'],
})

/** By the id of the account, or by its SteamID64. */
const accountIdParam = { id: z.union([idSchema, steamIdSchema]) }
const userParams = z.object(accountIdParam)

export const operatorGetUser = defineCall({
  id: 'operatorGetUser',
  method: 'GET',
  path: '/api/operator/users/:id',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  summary: 'One account with its groups, sessions and block; `id` is its own or the SteamID64.',
  params: userParams,
  reply: z.extend(operatorUserSchema, {
    /** Whether the username was chosen here. */
    ownName: z.boolean(),
    recoveryCodes: z.int(),
    memberships: z.array(
      z.object({
        group: z.enum(grantedGroups),
        expires: z.nullable(z.number()),
        granted: z.number(),
      }),
    ),
    /** Accounts of other services. */
    links: z.array(z.object({ provider: z.enum(linkProviders), name: z.string() })),
    /** The latest used first. */
    sessions: z.array(z.omit(sessionSchema, { current: true })),
  }),
  errors: ['user.not_found'],
})

export const operatorEndSession = defineCall({
  id: 'operatorEndSession',
  method: 'DELETE',
  path: '/api/operator/users/:id/sessions/:session',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  audit: 'endSession',
  summary: 'Ends one session of a user; its token answers 401 from then on.',
  params: z.object({ ...accountIdParam, session: idSchema }),
  errors: ['user.not_found', 'session.not_found', 'operator.outranked'],
})

export const operatorEndSessions = defineCall({
  id: 'operatorEndSessions',
  method: 'DELETE',
  path: '/api/operator/users/:id/sessions',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  audit: 'endSessions',
  summary: 'Ends every session of a user, and the sign-in links made for them.',
  params: userParams,
  errors: ['user.not_found', 'operator.outranked'],
})

export const operatorBlockUser = defineCall({
  id: 'operatorBlockUser',
  method: 'PUT',
  path: '/api/operator/users/:id/block',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  audit: 'blockUser',
  summary:
    'Blocks a user, until a time or permanently: their sessions end, and they cannot sign in. Purchases and rentals stay. `reason` is shown to them.',
  params: userParams,
  body: z.strictObject({
    reason: line(200).check(z.trim(), z.minLength(1)),
    expires: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(253_402_300_799_000))), null),
  }),
  reply: blockSchema,
  errors: ['user.not_found', 'user.own_account', 'operator.outranked'],
})

export const operatorUnblockUser = defineCall({
  id: 'operatorUnblockUser',
  method: 'DELETE',
  path: '/api/operator/users/:id/block',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  audit: 'unblockUser',
  summary: 'Unblocks a user; does nothing if they are not blocked.',
  params: userParams,
  errors: ['user.not_found', 'operator.outranked'],
})
