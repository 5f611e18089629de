import * as z from 'zod/mini'
import { gameBindCodeLength } from '../../limits.ts'
import { defineCall } from '../call.ts'
import { steamIdSchema } from '../shared/fields.ts'
import { emailSchema, identitySchema, providerQuery } from './sign-in.ts'

export const startSteamBinding = defineCall({
  id: 'startSteamBinding',
  method: 'POST',
  path: '/api/auth/steam/bind/login',
  who: 'bearer',
  tag: 'accounts',
  limits: [{ name: 'bind address', by: 'address' }],
  summary:
    'Begins the binding of the bind token’s account at the identity provider: sets the cookie and answers where the browser goes (C9, C19).',
  reply: z.object({ url: z.string() }),
  errors: ['bind.invalid_token'],
})

export const finishSteamBinding = defineCall({
  id: 'finishSteamBinding',
  method: 'GET',
  path: '/api/auth/steam/bind/callback',
  redirects: true,
  who: 'anyone',
  personal: true,
  tag: 'accounts',
  limits: [{ name: 'bind address', by: 'domain' }],
  summary:
    "The provider's redirect for a binding: redirects (302) to /auth/steam/bind/callback with `token`, a bind token that carries the proven SteamID, or `error`: invalid_authentication, invalid_token, user_not_found, already_bound, steam_already_bound, second_factor_on (C9).",
  query: providerQuery,
})

export const bindSteam = defineCall({
  id: 'bindSteam',
  method: 'POST',
  path: '/api/auth/email/bind-steam',
  who: 'bearer',
  tag: 'accounts',
  limits: [
    { name: 'bind address', by: 'address' },
    { name: 'bind account', by: 'domain' },
  ],
  summary:
    'Binds the SteamID that the bind token (bearer) carries or that a code of the game proved, and signs in (C9, C10).',
  body: z.object({ email: emailSchema, steamId: steamIdSchema }),
  reply: z.extend(identitySchema, { token: z.string() }),
  errors: [
    'bind.invalid_token',
    'bind.user_not_found',
    'bind.already_bound',
    'bind.steam_already_bound',
    'bind.second_factor_on',
  ],
})

export const validateGameCode = defineCall({
  id: 'validateGameCode',
  method: 'POST',
  path: '/api/auth/email/bind-steam-token-validation',
  who: 'bearer',
  tag: 'accounts',
  limits: [
    { name: 'bind address', by: 'address' },
    { name: 'bind account', by: 'domain' },
  ],
  summary:
    'Takes a code that the player read in the game, once, and notes the SteamID on the bind token (bearer) for five minutes (C10).',
  body: z.object({
    email: emailSchema,
    token: z
      .string()
      .check(
        z.trim(),
        z.toLowerCase(),
        z.regex(new RegExp(`^[a-z0-9]{${gameBindCodeLength}}$`), 'a code of the game'),
      ),
  }),
  reply: identitySchema,
  errors: ['bind.invalid_token'],
})
