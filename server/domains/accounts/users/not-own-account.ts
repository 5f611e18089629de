import { PortalError } from '@clutch/contract/errors.ts'
import type { SessionUser } from '../../../platform/http/session/session-check.ts'

/** Nobody locks themselves out: refuses an operator's act on their own account, 409 `user.own_account`. */
export function assertNotOwnAccount(by: SessionUser | null, steamId: string | null): void {
  if (by !== null && by.steamId === steamId)
    throw new PortalError('user.own_account', 'An operator does not do this to their own account')
}
