import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { securityMailMaxDelayMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { canSendMail, enqueueMail } from '../../mail/index.ts'

/**
 * C8, J2: mails the owner of an account about its new password, where the portal can send mail, in the
 * caller's transaction.
 */
export async function mailPasswordChanged(
  context: AppContext,
  tx: Queries,
  to: string,
  language: Language,
): Promise<void> {
  if (!canSendMail(context)) return
  const until = new Date(context.clock.now().getTime() + securityMailMaxDelayMs)
  await enqueueMail(context, tx, { to, language, content: { kind: 'password-changed' }, until })
}
