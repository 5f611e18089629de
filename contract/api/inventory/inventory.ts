import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { steamIdSchema } from '../shared/fields.ts'

const refusals = [
  'portal.feature_off',
  'session.foreign',
  'inventory.not_eligible',
  'inventory.off',
  'inventory.unavailable',
] as const

/**
 * What keeps players from signing in at the inventory site: its key, its database, no answer, a sign-in without a session cookie, a
 * cookie that browsers reject or do not send in a frame of another site, a redirect to another address, a page that may not be framed.
 */
export const inventoryProblems = [
  'key',
  'unknownPlayer',
  'database',
  'unavailable',
  'noCookie',
  'cookieRejected',
  'crossSite',
  'elsewhere',
  'framing',
] as const
export type InventoryProblem = (typeof inventoryProblems)[number]

/** Must precede the first sign-in: the inventory site needs the user to exist. */
export const updateInventoryUser = defineCall({
  id: 'updateInventoryUser',
  method: 'POST',
  path: '/api/database/im-update-user',
  who: 'user',
  tag: 'inventory',
  limits: [{ name: 'inventory account', by: 'account' }],
  summary:
    "Writes the caller's name and picture into the inventory site’s database, if the portal has access; the body’s SteamID must be theirs (J3).",
  body: z.object({ steamid: steamIdSchema }),
  reply: z.object({ success: z.literal(true) }),
  errors: refusals,
})

/** The page opens `{site}/api/sign-in/callback?token=…` in its frame; the token holds 60 s, once. */
export const signInToInventory = defineCall({
  id: 'signInToInventory',
  method: 'POST',
  path: '/api/auth/inventory/sign-in',
  who: 'user',
  tag: 'inventory',
  limits: [{ name: 'inventory account', by: 'account' }],
  summary:
    'A one-time token of the inventory site for the caller; the body’s SteamID must be theirs. The site’s key stays on the server (J3).',
  body: z.object({ steamId: steamIdSchema }),
  reply: z.object({ token: z.string().check(z.minLength(1)) }),
  errors: [...refusals, 'inventory.refused', 'inventory.sign_in_failed'],
})

export const operatorTestInventory = defineCall({
  id: 'operatorTestInventory',
  method: 'POST',
  path: '/api/operator/inventory/test',
  who: 'operator',
  area: 'settings',
  tag: 'operator',
  audit: 'testInventory',
  summary:
    'Signs a player in at the inventory site as their browser would, and says what keeps players out: `problem` is null where nothing does (J3).',
  body: z.object({ steamId: steamIdSchema }),
  reply: z.object({ problem: z.nullable(z.enum(inventoryProblems)), detail: z.string() }),
  errors: ['inventory.off'],
})
