import * as z from 'zod/mini'
import { loginTokensMax } from '../../limits.ts'
import { defineCall } from '../call.ts'
import { idParams, idSchema } from '../shared/fields.ts'
import { expectedRevision } from '../shared/list-query.ts'
import { rentalNumberSchema } from './rentals.ts'

/** A Web API key or a login token, as Steam shows both. */
const steamSecret = z.string().check(z.regex(/^[0-9A-Fa-f]{32}$/, '32 hexadecimal digits'))

const time = z.number()

/** What all rented game servers share. Secrets are never returned. */
export const gameSettingsSchema = z.object({
  revision: z.int(),
  /** The hour (Asia/Shanghai) from which empty servers are restarted once a night; null: never. */
  nightlyHour: z.nullable(z.int().check(z.minimum(0), z.maximum(23))),
  /** The number of a Workshop collection. */
  workshopCollection: z.nullable(
    z.string().check(z.regex(/^[1-9]\d{0,19}$/, 'the number of a Workshop collection')),
  ),
  /** Whether the Web API key for the Workshop is stored. */
  hasWorkshopKey: z.boolean(),
})

export type GameSettings = z.infer<typeof gameSettingsSchema>

export const operatorGetGameSettings = defineCall({
  id: 'operatorGetGameSettings',
  method: 'GET',
  path: '/api/operator/game-settings',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  summary: 'What all rented game servers share: the nightly restart, the Workshop collection and its key.',
  reply: gameSettingsSchema,
})

export const operatorChangeGameSettings = defineCall({
  id: 'operatorChangeGameSettings',
  method: 'PATCH',
  path: '/api/operator/game-settings',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'changeGameSettings',
  summary: 'Changes them; a running server gets them at its next start. A key is removed by null.',
  body: z.strictObject({
    nightlyHour: z.optional(gameSettingsSchema.shape.nightlyHour),
    workshopCollection: z.optional(gameSettingsSchema.shape.workshopCollection),
    workshopKey: z.optional(z.nullable(steamSecret)),
    revision: expectedRevision,
  }),
  reply: gameSettingsSchema,
  errors: ['edit.conflict'],
})

/** A login token (GSLT) of the pool; the token itself is never returned. */
export const loginTokenSchema = z.object({
  id: idSchema,
  /** Its last four characters. */
  ending: z.string(),
  /** The account at Steam; null for a token that was entered by hand. */
  steamId: z.nullable(z.string()),
  state: z.enum(['free', 'used', 'expired']),
  /** The rental whose server has it. */
  number: z.nullable(rentalNumberSchema),
  added: time,
})

export type LoginToken = z.infer<typeof loginTokenSchema>

export const loginTokensSchema = z.object({
  tokens: z.array(loginTokenSchema),
  /** How many present servers have none. */
  without: z.int(),
  /** Whether the portal can create tokens at Steam: it has a Web API key. */
  canCreate: z.boolean(),
})

export type LoginTokens = z.infer<typeof loginTokensSchema>

export const operatorListLoginTokens = defineCall({
  id: 'operatorListLoginTokens',
  method: 'GET',
  path: '/api/operator/login-tokens',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  summary: 'The pool of login tokens (GSLT): each belongs to one rented server at a time.',
  reply: loginTokensSchema,
})

export const operatorAddLoginTokens = defineCall({
  id: 'operatorAddLoginTokens',
  method: 'POST',
  path: '/api/operator/login-tokens',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'addLoginTokens',
  summary: 'Adds login tokens that the operator created at Steam; known ones are ignored.',
  body: z.strictObject({
    tokens: z.array(steamSecret).check(z.minLength(1), z.maxLength(loginTokensMax)),
  }),
  reply: loginTokensSchema,
})

export const operatorCreateLoginTokens = defineCall({
  id: 'operatorCreateLoginTokens',
  method: 'POST',
  path: '/api/operator/login-tokens/create',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'createLoginTokens',
  summary: 'Creates login tokens at Steam with the portal’s Web API key.',
  body: z.strictObject({ count: z.int().check(z.minimum(1), z.maximum(20)) }),
  reply: loginTokensSchema,
  errors: ['steam.no_key', 'steam.refused'],
})

export const operatorCheckLoginTokens = defineCall({
  id: 'operatorCheckLoginTokens',
  method: 'POST',
  path: '/api/operator/login-tokens/check',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'checkLoginTokens',
  summary: 'Asks Steam about the tokens of its accounts: expired ones are renewed, deleted ones marked.',
  reply: loginTokensSchema,
  errors: ['steam.no_key', 'steam.refused'],
})

export const operatorRemoveLoginToken = defineCall({
  id: 'operatorRemoveLoginToken',
  method: 'DELETE',
  path: '/api/operator/login-tokens/:id',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'removeLoginToken',
  summary: 'Removes a token from the pool, and its account at Steam if the portal created it.',
  params: idParams,
  reply: loginTokensSchema,
  errors: ['login_token.not_found', 'login_token.used', 'steam.no_key', 'steam.refused'],
})
