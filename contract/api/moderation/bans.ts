import * as z from 'zod/mini'
import { line } from '../shared/fields.ts'
import { sanctionStates } from '../../rules/moderation/sanctions.ts'
import { defineCall } from '../call.ts'

export const banPageSize = 50

/** A ban as everyone may see it: neither who made it, nor addresses, nor evidence. Times in ms since 1970 (UTC). */
export const publicBanSchema = z.object({
  steamId: z.string(),
  /** What the portal calls the player, else as they were called then; empty where neither is known. */
  name: z.string(),
  reason: z.string(),
  created: z.number(),
  /** Null: permanent. */
  expires: z.nullable(z.number()),
  state: z.enum(sanctionStates),
})

export type PublicBan = z.infer<typeof publicBanSchema>

export const listBans = defineCall({
  id: 'listBans',
  method: 'GET',
  path: '/api/bans',
  who: 'anyone',
  tag: 'portal',
  limits: [
    { name: 'bans address', by: 'address' },
    { name: 'bans search address', by: 'domain' },
  ],
  summary:
    'The bans of the community, the newest first, where the operator shows them. `find` is a part of the name at the time of the ban, or the start of the SteamID64.',
  query: z.object({
    find: z.optional(line(80)),
    page: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
  }),
  reply: z.object({ rows: z.array(publicBanSchema), total: z.int() }),
  errors: ['portal.feature_off', 'search.too_long'],
})
