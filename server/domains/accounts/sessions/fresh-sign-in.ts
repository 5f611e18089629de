import { PortalError } from '@clutch/contract/errors.ts'
import { recentSignInMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Caller } from '../own-account/caller.ts'

/**
 * Lets only a session pass that began at Steam, or by an operator's link, a moment ago: its holder is the SteamID's owner.
 * Else 403 `session.sign_in_again`.
 */
export function assertFreshSignIn({ clock }: Pick<AppContext, 'clock'>, { method, began }: Caller): void {
  const fresh = clock.now().getTime() - began.getTime() < recentSignInMs
  if ((method !== 'steam' && method !== 'link') || !fresh)
    throw new PortalError('session.sign_in_again', 'Please sign in with Steam again first')
}

/**
 * The same for what adds a way into the account; a session that has shown the second factor passes, too. A stolen or an e-mail session
 * must not outlive itself by it.
 */
export function assertFreshOwner(context: Pick<AppContext, 'clock'>, self: Caller): void {
  if (!self.secondFactorShown) assertFreshSignIn(context, self)
}
