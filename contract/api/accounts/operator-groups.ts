import * as z from 'zod/mini'

import { grantedGroups } from '../../rules/accounts/groups.ts'
import { defineCall } from '../call.ts'
import { listReply, listQuery, sortColumn } from '../shared/list-query.ts'
import { steamIdSchema } from '../shared/fields.ts'

/** ms since 1970 (UTC). */
const timestampSchema = z.int().check(z.minimum(0), z.maximum(253_402_300_799_000))

/** A membership of a group; `expires` in ms since 1970 (UTC), null for never. */
export const membershipSchema = z.object({
  steamId: z.string(),
  group: z.enum(grantedGroups),
  expires: z.nullable(z.number()),
})

/** The same with who it is. */
export const membershipViewSchema = z.extend(membershipSchema, {
  /** The portal's name and picture; the SteamID64 for a player without an account. */
  username: z.string(),
  avatar: z.string(),
  /** Whether they ever signed in. */
  known: z.boolean(),
  /** When it was granted, or last changed; ms since 1970 (UTC). */
  granted: z.number(),
})

export const operatorListMemberships = defineCall({
  id: 'operatorListMemberships',
  method: 'GET',
  path: '/api/operator/memberships',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  summary:
    'Who is in which group (C18), those whose time is over left out. `find` is a part of name, Steam name or e-mail, or the beginning of the SteamID64.',
  query: z.object({
    ...listQuery,
    sort: sortColumn('granted', 'expires', 'name'),
    group: z.optional(z.enum(grantedGroups)),
  }),
  reply: listReply(membershipViewSchema),
  errors: ['search.too_long'],
})

const membershipParams = z.object({ steamId: steamIdSchema, group: z.enum(grantedGroups) })

export const operatorGrantGroup = defineCall({
  id: 'operatorGrantGroup',
  method: 'PUT',
  path: '/api/operator/memberships/:steamId/:group',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  audit: 'grantGroup',
  summary:
    'Adds a player to a group, until a time (ms since 1970, UTC) or permanently. An operator cannot end their own membership in op, nor the last one; a new operator is an owner.',
  params: membershipParams,
  body: z.strictObject({
    expires: z._default(z.nullable(timestampSchema), null),
  }),
  reply: membershipSchema,
  errors: ['user.own_account', 'operator.last', 'operator.outranked'],
})

export const operatorRevokeGroup = defineCall({
  id: 'operatorRevokeGroup',
  method: 'DELETE',
  path: '/api/operator/memberships/:steamId/:group',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  audit: 'revokeGroup',
  summary:
    'Takes a player out of a group; nothing happens where they are not in it. No operator takes themselves out of op, nor the last one; only the operator’s token does.',
  params: membershipParams,
  errors: ['user.own_account', 'operator.last', 'operator.outranked'],
})
