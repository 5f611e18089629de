import type { LinkProvider } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { CallbackResult } from '../steam/callbacks.service.ts'
import { createTicket } from '../steam/tickets.service.ts'
import { type ReturnedBrowser, beginAttempt, endAttempt } from './link-attempts.service.ts'
import { selectLinkedSteamId } from './linked-accounts.store.ts'
import { findOAuthProvider } from './oauth-providers.ts'

/** Begins a sign-in by a linked account: where the browser goes, and its secret; null where the service is not set up. */
export async function beginLinkedSignIn(
  context: AppContext,
  provider: LinkProvider,
): Promise<{ url: string; browser: string } | null> {
  const service = findOAuthProvider(context.config, provider)
  return service && beginAttempt(context, service, { provider, by: null })
}

/**
 * Ends it: a ticket for the SteamID of the player who linked the account, as Steam's own proof brings (C3), or an error for the page. The
 * second factor is asked for afterwards, as always.
 */
export async function completeLinkedSignIn(
  context: AppContext,
  back: ReturnedBrowser,
): Promise<CallbackResult> {
  const result = await endAttempt(context, back)
  if ('outcome' in result || result.by !== null || back.browser === null) return { error: 'loginFailed' }
  const { provider } = back
  const steamId = await selectLinkedSteamId(context.database, { provider, subject: result.account.subject })
  if (steamId === undefined) return { error: 'link.not_found' }
  return { token: await createTicket(context, { steamId, provider }, back.browser) }
}
