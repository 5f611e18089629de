import { PortalError } from '@clutch/contract/errors.ts'
import type { SessionUser } from '../../../platform/http/session/session-check.ts'

/**
 * Refuses an operator's action on their own account, so that they cannot lock themselves out: 409
 * `user.own_account`.
 */
export function assertNotOwnAccount(by: SessionUser | null, steamId: string | null): void {
  if (by !== null && by.steamId === steamId)
    throw new PortalError('user.own_account', 'An operator does not do this to their own account')
}
