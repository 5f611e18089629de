import * as z from 'zod/mini'
import { linkProviders } from '../../rules/accounts/linked-accounts.ts'
import { defineCall } from '../call.ts'

const providerParams = z.object({ provider: z.enum(linkProviders) })

export const linkedAccountSchema = z.object({
  provider: z.enum(linkProviders),
  /** The account that is linked; null if none is. */
  account: z.nullable(z.object({ name: z.string(), linkedAt: z.number() })),
})

export type LinkedAccount = z.infer<typeof linkedAccountSchema>

export const listLinkedAccounts = defineCall({
  id: 'listLinkedAccounts',
  method: 'GET',
  path: '/api/account/links',
  who: 'user',
  tag: 'account',
  summary:
    'The services whose accounts can be linked on this portal, and those of the signed-in user that are linked.',
  reply: z.array(linkedAccountSchema),
})

export const startAccountLink = defineCall({
  id: 'startAccountLink',
  method: 'POST',
  path: '/api/account/links/:provider',
  who: 'user',
  tag: 'account',
  limits: [{ name: 'account link account', by: 'account' }],
  summary:
    'Begins to link an account of another service: sets a cookie and answers where the browser goes. Ten minutes are left to agree there. Needs a Steam sign-in within the last ten minutes, or a session that has shown the second factor, and that session until the end.',
  params: providerParams,
  reply: z.object({ url: z.string() }),
  errors: ['link.off', 'link.exists', 'session.sign_in_again'],
})

export const finishAccountLink = defineCall({
  id: 'finishAccountLink',
  method: 'GET',
  path: '/api/account/links/:provider/callback',
  redirects: true,
  who: 'anyone',
  personal: true,
  tag: 'account',
  limits: [{ name: 'account link address', by: 'domain' }],
  summary:
    'Where a service sends the browser back: redirects (302) to the page of security settings with `link`, the service, and `outcome`: linked, refused, taken (linked to another user), failed, expired; of a sign-in to /auth/steam/callback with `token` or `error`.',
  params: providerParams,
})

export const removeAccountLink = defineCall({
  id: 'removeAccountLink',
  method: 'DELETE',
  path: '/api/account/links/:provider',
  who: 'user',
  tag: 'account',
  limits: [{ name: 'account link account', by: 'account' }],
  summary: 'Takes the link away. The roles that came with it are removed.',
  params: providerParams,
  errors: ['link.not_found'],
})
