import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { deleteResets } from './password-resets.store.ts'
import { assertPasswordAllowed } from './password-policy.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { deleteSessions } from '../sessions/sessions.store.ts'
import { mailPasswordChanged } from './password-changed-mail.ts'
import { getOwnUser } from '../own-account/own-account.service.ts'
import { replacePassword } from '../users/users.store.ts'
import { type Caller, auditOwnAction } from '../own-account/caller.ts'

export interface PasswordChange {
  oldPassword: string
  newPassword: string
  language: Language
}

/**
 * J2: changes the password, given the old one; ends the other sessions and every pending reset, and notifies
 * the owner.
 */
export async function changePassword(
  context: AppContext,
  self: Caller,
  change: PasswordChange,
): Promise<void> {
  const { email, password_hash: stored, username, steam_name: steamName } = await getOwnUser(context, self)
  const matches = await passwordMatches(stored, change.oldPassword)
  if (!matches || stored === null || email === null) throw wrongPassword()
  await assertPasswordAllowed(change.newPassword, [email, username, steamName])
  const fresh = await hashPassword(change.newPassword)
  await context.database.transaction().execute(async (tx) => {
    if (!(await replacePassword(tx, self.userId, stored, fresh))) throw wrongPassword()
    await deleteResets(tx, self.userId)
    await deleteSessions(tx, self.userId, self.sessionId)
    await auditOwnAction(context, tx, self, 'CHANGE-PASSWORD')
    await mailPasswordChanged(context, tx, email, change.language)
  })
}

function wrongPassword(): PortalError {
  return new PortalError('password.wrong', 'The old password is wrong')
}
