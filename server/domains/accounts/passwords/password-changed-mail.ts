import type { Language } from '@clutch/contract/api/text.ts'
import { securityMailMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../database/index.ts'
import type { House } from '../../../house.ts'
import { canSendMail, enqueueMail } from '../../mail/index.ts'

/** C8, J2: tells the owner of an account of its new password, where the portal can send mail, in the caller's transaction. */
export async function mailPasswordChanged(
  house: House,
  tx: Queries,
  to: string,
  language: Language,
): Promise<void> {
  if (!canSendMail(house)) return
  const until = new Date(house.clock.now().getTime() + securityMailMs)
  await enqueueMail(house, tx, { to, language, content: { kind: 'password-changed' }, until })
}
