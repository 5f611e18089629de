import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { idParams, nameLine } from '../shared/fields.ts'
import { rightsSchema, serverIdsSchema, strictRightsSchema } from './operator-roles.ts'

export const apiTokenNameMaxLength = 40

/** An API token without its secret. Times are ms since 1970 (UTC). */
export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** What it permits in each area; an area that is missing is closed. */
  rights: rightsSchema,
  /** The game servers that it is limited to; null for all. */
  serverIds: z.nullable(z.array(z.string())),
  /** The SteamID64 of the operator for whom it acts; null for a service token. */
  owner: z.nullable(z.string()),
  /** What they are called, where the portal knows. */
  ownerName: z.nullable(z.string()),
  created: z.number(),
  /** Null for a token that does not expire. */
  expires: z.nullable(z.number()),
  /** To the minute; null for a token that was never used. */
  lastUsed: z.nullable(z.number()),
  revoked: z.nullable(z.number()),
})

export type ApiToken = z.infer<typeof apiTokenSchema>

const calls = { who: 'operator', area: 'any', tag: 'operator', byToken: false } as const

export const operatorListApiTokens = defineCall({
  ...calls,
  id: 'operatorListApiTokens',
  method: 'GET',
  path: '/api/operator/tokens',
  summary:
    'The caller’s own API tokens, the newest first; with the right to read operators all of them. Those that ended are listed for 90 days.',
  reply: z.array(apiTokenSchema),
})

export const operatorAddApiToken = defineCall({
  ...calls,
  id: 'operatorAddApiToken',
  method: 'POST',
  path: '/api/operator/tokens',
  audit: 'addApiToken',
  summary:
    'Adds an API token, which permits at most what the caller may do. Its secret is answered only here. A personal token acts for the operator who adds it, within the rights that they have at the time; a service token belongs to no operator, and takes the right to change operators.',
  body: z.strictObject({
    name: nameLine(apiTokenNameMaxLength).check(z.minLength(1)),
    rights: strictRightsSchema,
    serverIds: z._default(serverIdsSchema, null),
    /** Ms since 1970 (UTC); null for a token that does not expire. */
    expires: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(253_402_300_799_000))), null),
    service: z._default(z.boolean(), false),
  }),
  reply: z.extend(apiTokenSchema, { secret: z.string() }),
  errors: ['operator.outranked'],
})

export const operatorRevokeApiToken = defineCall({
  ...calls,
  id: 'operatorRevokeApiToken',
  method: 'DELETE',
  path: '/api/operator/tokens/:id',
  audit: 'revokeApiToken',
  summary:
    'Revokes one of the caller’s own API tokens, with the right to change operators any of them. It is refused from the next call on.',
  params: idParams,
  errors: ['token.not_found'],
})
