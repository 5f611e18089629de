import { PortalError } from '@clutch/contract/errors.ts'
import type { House } from '../../house.ts'
import { canMail } from '../../mail/index.ts'

/** Refuses what needs a mail where the portal can send none. */
export function requireMail(house: Pick<House, 'settings'>): void {
  if (!canMail(house)) throw new PortalError('email.off', 'This portal cannot send e-mail')
}
