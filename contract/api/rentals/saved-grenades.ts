import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { rentalNumberSchema, rentalParams, rentalRefusalErrors } from './rentals.ts'

const grenadeSchema = z.object({
  /** A SteamID64; `default`: everyone's. */
  owner: z.string(),
  /** The name that the player had on this server last. */
  ownerName: z.nullable(z.string()),
  name: z.string(),
  map: z.string(),
  type: z.string(),
  position: z.string(),
  angle: z.string(),
  description: z.string(),
})

const versionSchema = z.object({
  id: z.string(),
  source: z.enum(['collected', 'uploaded', 'restored']),
  grenades: z.int(),
  bytes: z.int(),
  made: z.number(),
  isCurrent: z.boolean(),
})

export const listGrenades = defineCall({
  id: 'listGrenades',
  method: 'GET',
  path: '/api/scrim/server/:id/grenades',
  who: 'user',
  tag: 'rentals',
  summary:
    'The line-ups that players saved on a server with MatchZy’s `.savenade`, as they were collected last, and the versions that are kept, the latest first; times in ms since 1970. `pending`: the server has still to get what its owner set. Owner and admins.',
  params: rentalParams,
  reply: z.object({
    grenades: z.array(grenadeSchema),
    versions: z.array(versionSchema),
    pending: z.boolean(),
  }),
  errors: ['rental.not_found', 'portal.feature_off'],
})

export const getGrenadesVersion = defineCall({
  id: 'getGrenadesVersion',
  method: 'GET',
  path: '/api/scrim/server/:id/grenades/:version',
  who: 'user',
  tag: 'rentals',
  summary: 'One of the versions: the text of MatchZy’s `savednades.json`. Owner and admins.',
  params: z.object({ id: rentalNumberSchema, version: z.uuid() }),
  reply: z.object({ content: z.string() }),
  errors: ['rental.not_found', 'grenades.version_not_found', 'portal.feature_off'],
})

export const restoreGrenadesVersion = defineCall({
  id: 'restoreGrenadesVersion',
  method: 'POST',
  path: '/api/scrim/restore-grenades',
  who: 'user',
  tag: 'rentals',
  limits: [{ name: 'rental account', by: 'account' }],
  summary:
    'Sets one of the versions on the server in a moment, in place of the present one, which stays a version. Owner only.',
  body: z.strictObject({ instance_id: rentalNumberSchema, version: z.uuid() }),
  reply: z.object({ success: z.literal(true) }),
  errors: [...rentalRefusalErrors, 'grenades.version_not_found'],
})

export const uploadGrenades = defineCall({
  id: 'uploadGrenades',
  method: 'POST',
  path: '/api/scrim/upload-grenades',
  who: 'user',
  tag: 'rentals',
  limits: [{ name: 'rental account', by: 'account' }],
  summary:
    'Adds line-ups to those of a server: `grenades` is the content of a `savednades.json`. One of the same player and name is replaced. Owner only.',
  body: z.strictObject({ instance_id: rentalNumberSchema, grenades: z.unknown() }),
  reply: z.object({ success: z.literal(true), added: z.int() }),
  errors: [...rentalRefusalErrors, 'grenades.invalid'],
})
