import { PortalError } from '@clutch/contract/errors.ts'
import { type OperatorCaller, responsibleFor } from '../../../platform/http/session/operator-caller.ts'

/**
 * Refuses an operator's action on their own account, so that they cannot lock themselves out: 409
 * `user.own_account`.
 */
export function assertNotOwnAccount(by: OperatorCaller, steamId: string | null): void {
  if (responsibleFor(by) === steamId)
    throw new PortalError('user.own_account', 'An operator does not do this to their own account')
}
