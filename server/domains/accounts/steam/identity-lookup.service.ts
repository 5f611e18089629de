import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { SessionCheck } from '../../../platform/http/session/session-check.ts'
import { toIdentity, getPlayerIdentity } from '../profiles/identity.service.ts'
import { selectUserBySteamId } from '../users/users.store.ts'
import { findTicketSteamId } from './tickets.service.ts'

/** C3, C12: who shows a session token, or a ticket this browser brought from the provider. */
export async function getBearerIdentity(
  context: AppContext,
  sessions: SessionCheck,
  token: string | null,
  browser: string | null,
): Promise<Identity> {
  const session = token === null ? null : await sessions.find(token)
  if (session?.secondFactorDue)
    throw new PortalError('session.second_factor_due', 'This session has not shown its second factor')
  const steamId = session?.steamId ?? (await findTicketSteamId(context, token, browser))
  if (steamId === undefined) throw new PortalError('session.invalid', 'Unauthorized access')
  return getPlayerIdentity(context.database, steamId)
}

/** Name and picture of a player who has an account; throws 404 `user.not_found`. */
export async function getPublicIdentity(context: AppContext, steamId: string): Promise<Identity> {
  const found = await findIdentity(context, steamId)
  if (!found) throw new PortalError('user.not_found', 'User not found')
  return found
}

async function findIdentity({ database }: AppContext, steamId: string): Promise<Identity | undefined> {
  const user = await selectUserBySteamId(database, steamId)
  return user && toIdentity(user)
}
