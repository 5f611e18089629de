import { PortalError } from '@clutch/contract/errors.ts'
import type { House } from '../../../house.ts'
import { canSendMail } from '../../mail/index.ts'

/** Refuses what needs a mail where the portal can send none. */
export function assertMailAvailable(house: Pick<House, 'settings'>): void {
  if (!canSendMail(house)) throw new PortalError('email.off', 'This portal cannot send e-mail')
}
