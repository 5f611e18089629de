import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { canSendMail } from '../../mail/index.ts'

/** Refuses what needs a mail where the portal can send none. */
export function assertMailAvailable(context: Pick<AppContext, 'config'>): void {
  if (!canSendMail(context)) throw new PortalError('email.off', 'This portal cannot send e-mail')
}
